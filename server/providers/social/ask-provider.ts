import type { z } from 'zod'
import { SocialRefused, SocialUnreachable } from './social-provider.ts'
import { readJson } from '../read-json.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface AskOptions {
  readonly fetch: Fetch
  readonly answerMs: number
}

/** Longest answer that is read, in characters. */
const longest = 100_000

/**
 * One question to a provider; redirects are not followed, because they would carry secrets elsewhere. A 4xx is a
 * refusal, anything else but an answer of this shape means that the provider is not there. Errors never quote the
 * answer, which may hold tokens, only its error code.
 */
export const askProvider = async <T extends z.ZodType>(
  { fetch, answerMs }: AskOptions,
  url: URL,
  schema: T,
  form?: URLSearchParams,
): Promise<z.output<T>> => {
  const where = `${url.origin}${url.pathname}`
  const lost = (cause: unknown) => {
    throw new SocialUnreachable(`no answer from ${where}`, { cause })
  }
  const answer = await fetch(url.href, {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form === undefined ? {} : { body: form.toString() }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  }).catch(lost)
  const text = (await answer.text().catch(lost)) ?? ''
  const body = text.length > longest ? undefined : readJson(text)
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw new SocialRefused(`${where} answered ${answer.status} ${errorOf(body)}`)
  const parsed = schema.safeParse(body)
  if (!answer.ok || !parsed.success)
    throw new SocialUnreachable(`${where} answered ${answer.status}, not as documented`)
  return parsed.data
}

/** `invalid_grant` of OAuth, or the code of a Graph error. */
const errorOf = (body: unknown): string => {
  const error = (body as { error?: unknown } | undefined)?.error
  const code = typeof error === 'object' ? (error as { code?: unknown } | null)?.code : error
  return typeof code === 'string' || typeof code === 'number' ? String(code).slice(0, 60) : ''
}
