import type { z } from 'zod'
import { GatewayUnreachable, refuseRefund, type RefundResult, type RefusalMeaning } from './payments-provider.ts'
import { readJson } from '../read-json.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What an adapter gets from outside, so that its tests are deterministic. */
export interface GatewayEdges {
  /** The address of the gateway's emulator without a trailing slash; undefined: the hosts of the vendor. */
  readonly url: string | undefined
  readonly fetch: Fetch
  /** ms */
  readonly now: () => number
  /** how far the time of a signed webhook may differ, in either direction */
  readonly signatureSeconds: number
}

/** A gateway's answer, read to its end. */
export interface GatewayAnswer {
  readonly status: number
  readonly text: string
  /** undefined: the body is not JSON */
  readonly json: unknown
}

/** Longest answer that is read, in characters. */
const longest = 1_000_000

/**
 * One call to a gateway; redirects are not followed. Throws `GatewayUnreachable` without an answer and for the statuses
 * 429 and 5xx, which say nothing about the payment [design/payments-63].
 */
export const askGateway = async (
  vendor: string,
  { fetch }: Pick<GatewayEdges, 'fetch'>,
  url: string,
  init: RequestInit,
): Promise<GatewayAnswer> => {
  const lost = (cause: unknown): never => {
    throw new GatewayUnreachable(vendor, cause)
  }
  const answer = await fetch(url, { ...init, redirect: 'error' }).catch(lost)
  const text = await answer.text().catch(lost)
  if (answer.status >= 500 || answer.status === 429 || text.length > longest) return lost(answer.status)
  return { status: answer.status, text, json: readJson(text) }
}

/** The body of a good answer. Other answers say nothing about the payment: throws `GatewayUnreachable`. */
export const readAnswer = <T extends z.ZodType>(
  vendor: string,
  { status, json }: GatewayAnswer,
  schema: T,
): z.output<T> => {
  const parsed = schema.safeParse(json)
  if (status < 200 || status > 299 || !parsed.success) throw new GatewayUnreachable(vendor, status)
  return parsed.data
}

/** Refusals of a refund that a vendor documents as sentences. */
export type SpokenRefusals = readonly (readonly [pattern: RegExp, meaning: Exclude<RefusalMeaning, 'wait-gone'>])[]

/**
 * Maps a refusal in words to a result; a sentence that matches both `wait` and `gone` is `wait-gone`. Any other answer
 * says nothing about the refund [design/payments-63]. @throws `GatewayUnreachable`
 */
export const refusalInWords = (
  vendor: string,
  { status }: GatewayAnswer,
  sentence: string | undefined,
  refusals: SpokenRefusals,
): RefundResult => {
  const said = refusals.flatMap(([pattern, meaning]) => (pattern.test(sentence ?? '') ? [meaning] : []))
  if (status !== 400 || sentence === undefined || said.length === 0) throw new GatewayUnreachable(vendor, status)
  const isGone = said.includes('gone')
  if (said.includes('wait')) return refuseRefund(sentence, isGone ? 'wait-gone' : 'wait')
  return refuseRefund(sentence, isGone ? 'gone' : 'final')
}
