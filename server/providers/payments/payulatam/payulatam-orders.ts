import { z } from 'zod'
import type { PayulatamConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, readAnswer, type GatewayEdges } from '../ask-gateway.ts'
import { unreachableOf, type Money } from '../payments-provider.ts'
import { minorOf, stepOf, stepText, type Takes } from '../wire-amount.ts'

export const name = 'payulatam'

const amount = z.object({ value: z.number(), currency: z.string() })
const response = z.object({ state: z.string(), responseCode: z.string().nullish() })
const transaction = z.object({
  id: z.string().min(1),
  type: z.string(),
  parentTransactionId: z.string().nullish(),
  reason: z.string().nullish(),
  transactionResponse: response,
  additionalValues: z.object({ TX_VALUE: amount.nullish() }).nullish(),
})
const order = z.object({
  id: z.union([z.number(), z.string()]),
  referenceCode: z.string(),
  isTest: z.boolean().nullish(),
  transactions: z.array(transaction).nullish(),
})
const reportAnswer = z.object({
  code: z.literal('SUCCESS'),
  result: z.object({ payload: z.array(order).nullish() }).nullish(),
})
const submitAnswer = z.object({
  code: z.literal('SUCCESS'),
  transactionResponse: response.extend({ transactionId: z.string().min(1) }),
})

/** One try of the buyer to pay, or a refund. */
export interface Transaction {
  readonly id: string
  readonly state: string
  readonly code: string
  /** null: PayU did not say */
  readonly money: Money | null
}

export interface Refund extends Transaction {
  readonly reason: string | null
}

export interface Payment extends Transaction {
  readonly orderId: string | number
  readonly test: boolean
  readonly refunds: readonly Refund[]
}

export const unreachable = unreachableOf(name)

const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'MXN', 'PEN', 'USD']
/** It has a minor unit, which is not in use. */
const withoutDecimals = ['COP']

/** An account takes the currencies of its country. */
export const payulatamTakes = (currency: string): Takes => ({ currencies, step: stepOf(currency, withoutDecimals) })

/** The amount as it is posted and signed. */
export const toPayulatam = (money: Money): string => stepText(money, withoutDecimals)

const moneyOf = ({ value, currency }: z.output<typeof amount>): Money => ({
  minor: minorOf(value, currency) ?? unreachable('amount'),
  currency,
})

const read = ({ id, transactionResponse, additionalValues }: z.output<typeof transaction>): Transaction => ({
  id,
  state: transactionResponse.state,
  code: transactionResponse.responseCode ?? transactionResponse.state,
  money: additionalValues?.TX_VALUE ? moneyOf(additionalValues.TX_VALUE) : null,
})

const paymentTypes = ['AUTHORIZATION_AND_CAPTURE', 'CAPTURE']
const refundTypes = ['REFUND', 'PARTIAL_REFUND']

/** The APIs of PayU: reports of orders, and refunds. */
export const payulatamOrders = (config: PayulatamConfig, edges: GatewayEdges) => {
  const base = edges.url ?? (config.sandbox ? 'https://sandbox.api.payulatam.com' : 'https://api.payulatam.com')

  const ask = (api: 'reports-api' | 'payments-api', body: object, signal: AbortSignal) =>
    askGateway(name, edges, `${base}/${api}/4.0/service.cgi`, {
      method: 'POST',
      // Without `accept` PayU answers in XML.
      headers: { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
      body: JSON.stringify({
        test: false,
        language: 'en',
        merchant: { apiLogin: config.apiLogin, apiKey: config.apiKey },
        ...body,
      }),
      signal,
    })

  return {
    /** The tries to pay this reference, each with its refunds. */
    list: async (referenceCode: string, signal: AbortSignal): Promise<readonly Payment[]> => {
      const body = { command: 'ORDER_DETAIL_BY_REFERENCE_CODE', details: { referenceCode } }
      const { result } = readAnswer(name, await ask('reports-api', body, signal), reportAnswer)
      const orders = (result?.payload ?? []).filter((one) => one.referenceCode === referenceCode)
      return orders.flatMap(({ id: orderId, isTest, transactions }) =>
        (transactions ?? [])
          .filter(({ type }) => paymentTypes.includes(type))
          .map((payment) => ({
            ...read(payment),
            orderId,
            test: config.sandbox || isTest === true,
            refunds: (transactions ?? [])
              .filter(
                ({ type, parentTransactionId }) => refundTypes.includes(type) && parentTransactionId === payment.id,
              )
              .map((refund) => ({ ...read(refund), reason: refund.reason ?? null })),
          })),
      )
    },

    /** Asks for a refund of this payment, in part with an amount. PayU keeps the reason. */
    refund: async (payment: Payment, part: Money | null, reason: string, signal: AbortSignal): Promise<Transaction> => {
      const value = part === null ? null : { value: Number(toPayulatam(part)), currency: part.currency }
      const body = {
        command: 'SUBMIT_TRANSACTION',
        transaction: {
          order: { id: payment.orderId },
          type: part === null ? 'REFUND' : 'PARTIAL_REFUND',
          reason,
          parentTransactionId: payment.id,
          ...(value === null ? {} : { additionalValues: { TX_VALUE: value } }),
        },
      }
      const { transactionResponse: made } = readAnswer(name, await ask('payments-api', body, signal), submitAnswer)
      return { id: made.transactionId, state: made.state, code: made.responseCode ?? made.state, money: part }
    },
  }
}
