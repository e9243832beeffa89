import { z } from 'zod'
import type { BraintreeConfig } from '../../../platform/runtime/gateway-variables.ts'
import { askGateway, readAnswer, type GatewayEdges } from '../ask-gateway.ts'
import { GatewayUnreachable } from '../payments-provider.ts'

export const name = 'braintree'

const amount = z.object({ value: z.string(), currencyCode: z.string() })
const status = z.enum([
  'AUTHORIZATION_EXPIRED',
  'AUTHORIZED',
  'AUTHORIZING',
  'FAILED',
  'GATEWAY_REJECTED',
  'PROCESSOR_DECLINED',
  'SETTLED',
  'SETTLEMENT_CONFIRMED',
  'SETTLEMENT_DECLINED',
  'SETTLEMENT_PENDING',
  'SETTLING',
  'SUBMITTED_FOR_SETTLEMENT',
  'VOIDED',
])
const refund = z.object({ legacyId: z.string(), orderId: z.string().nullish(), status, amount })
const transaction = z.object({
  id: z.string(),
  /** as the control panel shows it */
  legacyId: z.string(),
  orderId: z.string().nullish(),
  status,
  amount,
  refunds: z.array(refund).nullish(),
})

export type Status = z.output<typeof status>
export type Refund = z.output<typeof refund>
export type Transaction = z.output<typeof transaction>

const refundFields = 'legacyId orderId status amount { value currencyCode }'
const transactionFields = `id ${refundFields} refunds { ${refundFields} }`

/** Braintree answers each operation with the status 200: with data, or with errors of a class. */
const error = z.object({
  extensions: z.object({ errorClass: z.string(), legacyCode: z.string().nullish() }),
})
const failed = z.object({ errors: z.array(error).min(1) })

/** Braintree did not do it, as the input was not valid. */
export interface Refusal {
  readonly refused: string
}

/** Classes of errors after which nothing was made. Errors of access say nothing about the payment. */
const refusals = ['VALIDATION', 'NOT_FOUND']

/** Braintree's GraphQL API. Any error that is no refusal throws `GatewayUnreachable`. */
export const braintreeApi = (config: BraintreeConfig, edges: GatewayEdges) => {
  const host = config.sandbox ? 'https://payments.sandbox.braintree-api.com' : 'https://payments.braintree-api.com'
  const url = `${edges.url ?? host}/graphql`
  const authorization = `Basic ${Buffer.from(`${config.publicKey}:${config.privateKey}`).toString('base64')}`

  const ask = async <T extends z.ZodType>(
    query: string,
    input: object,
    data: T,
    signal: AbortSignal,
  ): Promise<z.output<T> | Refusal> => {
    const answer = await askGateway(name, edges, url, {
      method: 'POST',
      headers: { authorization, 'braintree-version': '2019-01-01', 'content-type': 'application/json' },
      signal,
      body: JSON.stringify({ query, variables: { input } }),
    })
    const errors = answer.status === 200 ? failed.safeParse(answer.json).data?.errors : undefined
    if (errors === undefined) {
      const read = data.safeParse(readAnswer(name, answer, z.object({ data: z.unknown() })).data)
      if (!read.success) throw new GatewayUnreachable(name, answer.status)
      return read.data
    }
    const [first] = errors
    if (first === undefined || !errors.every(({ extensions }) => refusals.includes(extensions.errorClass)))
      throw new GatewayUnreachable(name, first?.extensions.errorClass)
    return { refused: first.extensions.legacyCode ?? first.extensions.errorClass }
  }

  /** The answer to something that Braintree has no reason to refuse. */
  const expect = <T extends object>(answer: T | Refusal): T => {
    if ('refused' in answer) throw new GatewayUnreachable(name, answer.refused)
    return answer
  }

  return {
    clientToken: async (input: object, signal: AbortSignal): Promise<string> => {
      const data = z.object({ createClientToken: z.object({ clientToken: z.string() }) })
      const query = `mutation ($input: CreateClientTokenInput) { createClientToken(input: $input) { clientToken } }`
      return expect(await ask(query, input, data, signal)).createClientToken.clientToken
    },
    charge: async (input: object, signal: AbortSignal): Promise<Transaction | Refusal> => {
      const data = z.object({ chargeCreditCard: z.object({ transaction }) })
      const query = `mutation ($input: ChargeCreditCardInput!) { chargeCreditCard(input: $input) { transaction { ${transactionFields} } } }`
      const answer = await ask(query, input, data, signal)
      return 'refused' in answer ? answer : answer.chargeCreditCard.transaction
    },
    /** All transactions of an order. */
    find: async (orderId: string, signal: AbortSignal): Promise<readonly Transaction[]> => {
      const transactions = z.object({
        edges: z.array(z.object({ node: transaction })),
        pageInfo: z.object({ hasNextPage: z.literal(false) }),
      })
      const data = z.object({ search: z.object({ transactions }) })
      const query = `query ($input: TransactionSearchInput!) { search { transactions(input: $input) { edges { node { ${transactionFields} } } pageInfo { hasNextPage } } } }`
      const { search } = expect(await ask(query, { orderId: { is: orderId } }, data, signal))
      return search.transactions.edges.map(({ node }) => node).filter((one) => one.orderId === orderId)
    },
    refund: async (input: object, signal: AbortSignal): Promise<Refund | Refusal> => {
      const data = z.object({ refundTransaction: z.object({ refund }) })
      const query = `mutation ($input: RefundTransactionInput!) { refundTransaction(input: $input) { refund { ${refundFields} } } }`
      const answer = await ask(query, input, data, signal)
      return 'refused' in answer ? answer : answer.refundTransaction.refund
    },
    /** Voids a transaction that is not settled yet; one that was settled meanwhile is refunded. */
    reverse: async (input: object, signal: AbortSignal): Promise<Refund | Refusal> => {
      const data = z.object({ reverseTransaction: z.object({ reversal: refund }) })
      const query = `mutation ($input: ReverseTransactionInput!) { reverseTransaction(input: $input) { reversal { ... on Transaction { ${refundFields} } ... on Refund { ${refundFields} } } } }`
      const answer = await ask(query, input, data, signal)
      return 'refused' in answer ? answer : answer.reverseTransaction.reversal
    },
  }
}
