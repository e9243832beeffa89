import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { MercadopagoConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, type GatewayAnswer, type GatewayEdges } from '../ask-gateway.ts'
import {
  refuseRefund,
  unreachableOf,
  type Attempt,
  type Buyer,
  type Evidence,
  type Money,
  type RefundRequest,
  type RefundResult,
  type StartResult,
  type Urls,
} from '../payments-provider.ts'
import { minorOf, stepOf, stepText, type Takes } from '../wire-amount.ts'

export const name = 'mercadopago'

/** How attempts are paid: by the Orders API or by preferences. */
export interface MercadopagoFlow {
  start(attempt: Attempt, buyer: Buyer, urls: Urls, signal: AbortSignal): Promise<StartResult>
  query(attempt: Attempt, signal: AbortSignal): Promise<Evidence>
  /** What a notification with this id is about. Null: Mercado Pago does not know it. */
  find(id: string, signal: AbortSignal): Promise<Evidence | null>
  refund(attempt: Attempt, request: RefundRequest, signal: AbortSignal): Promise<RefundResult>
  queryRefund(attempt: Attempt, providerRefundId: string, signal: AbortSignal): Promise<RefundResult>
}

export interface MercadopagoCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** 1 to 64 characters, for each POST; its repetition is the same call */
  readonly idempotencyKey?: string
}

export type AskMercadopago = (call: MercadopagoCall, signal: AbortSignal) => Promise<GatewayAnswer>

export const mercadopagoApi =
  ({ accessToken }: MercadopagoConfig, edges: GatewayEdges): AskMercadopago =>
  ({ method, path, body, idempotencyKey }, signal) =>
    askGateway(name, edges, `${edges.url ?? 'https://api.mercadopago.com'}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    })

export const unreachable = unreachableOf(name)

/** An id of Mercado Pago, a number or a text. */
export const idText = z.union([z.string().min(1), z.number()]).transform(String)

/** Longer than the 64 characters of a key in use. */
export const refundKey = ({ id }: Attempt, { key }: RefundRequest): string =>
  createHash('sha256').update(`refund ${id} ${key}`).digest('hex')

const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'UYU']
/** It has a minor unit, which Mercado Pago does not use. */
const withoutDecimals = ['COP']

/** Each account takes the currency of its country only. */
export const mercadopagoTakes = (currency: string): Takes => ({ currencies, step: stepOf(currency, withoutDecimals) })

/** The decimal text of an amount as Mercado Pago wants it. */
export const toMercadopago = (money: Money): string => stepText(money, withoutDecimals)

export const moneyOf = (amount: string | number, currency: string): Money => ({
  minor: minorOf(amount, currency) ?? unreachable('amount'),
  currency,
})

/** Types of payment methods that take days. */
export const slowTypes = ['ticket', 'atm', 'bank_transfer']

const failedStatuses = ['failed', 'rejected', 'cancelled', 'canceled']

/**
 * Finds the refund of an earlier try whose answer was lost. Mercado Pago forgets an idempotency key after a day, so
 * refunds of the same amount are counted [design/payments-90].
 */
export const findMade = <T extends { readonly status: string; readonly amount: string | number }>(
  earlier: readonly T[],
  { money, alike }: RefundRequest,
): T | undefined => {
  const equal = earlier.filter(
    ({ status, amount }) => !failedStatuses.includes(status) && moneyOf(amount, money.currency).minor === money.minor,
  )
  return equal.length > alike ? equal.at(-1) : undefined
}

/** The result of a refund with this status. */
export const refundOf = (id: string, status: string): RefundResult => {
  if (['processed', 'approved'].includes(status)) return { status: 'done', providerRefundId: id }
  if (['created', 'pending', 'processing', 'in_process'].includes(status))
    return { status: 'pending', providerRefundId: id }
  if (failedStatuses.includes(status)) return refuseRefund(status)
  return unreachable(status)
}
