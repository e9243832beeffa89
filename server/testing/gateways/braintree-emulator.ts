import { randomUUID } from 'node:crypto'
import type { Attempt } from '../../providers/payments/payments-provider.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

type Body = Readonly<Record<string, unknown>>

interface Refund {
  readonly legacyId: string
  readonly orderId: string
  /** hundredths */
  readonly cents: number
  status: string
}

interface Transaction {
  readonly id: string
  readonly legacyId: string
  readonly orderId: string
  readonly cents: number
  readonly currency: string
  status: string
  readonly refunds: Refund[]
}

/** What the payer's card does after the payer's bank confirmed it; `unconfirmed`: the bank was not asked. */
export type BraintreeCard = 'good' | 'poor' | 'unconfirmed'

const config = {
  publicKey: 'bt_public_key',
  privateKey: 'bt_private_key',
  merchantAccounts: { EUR: 'account-eur', USD: 'account-usd', UYU: 'account-uyu' },
  sandbox: true,
}
const accounts: Readonly<Record<string, string>> = {
  'account-eur': 'EUR',
  'account-usd': 'USD',
  'account-uyu': 'UYU',
}

/** Fields of the schema that this emulator knows, by input. Another one is refused, as by the API. */
const inputs: Readonly<Record<string, readonly string[]>> = {
  createClientToken: ['clientMutationId', 'clientToken'],
  clientToken: ['merchantAccountId', 'customerId', 'version', 'domains'],
  chargeCreditCard: ['clientMutationId', 'paymentMethodId', 'options', 'transaction'],
  options: ['threeDSecureAuthentication', 'billingAddress', 'fraudTools'],
  threeDSecureAuthentication: ['required', 'authenticationId', 'passThrough'],
  transaction: ['amount', 'merchantAccountId', 'orderId', 'riskData', 'customerDetails', 'descriptor'],
  riskData: ['customerBrowser', 'customerIp', 'deviceData'],
  customerDetails: ['email', 'phoneNumber'],
  refundTransaction: ['clientMutationId', 'apiRequestKey', 'transactionId', 'refund'],
  refund: ['amount', 'orderId', 'merchantAccountId', 'description'],
  reverseTransaction: ['clientMutationId', 'apiRequestKey', 'transactionId'],
  search: ['id', 'status', 'createdAt', 'amount', 'orderId', 'merchantAccountId'],
  orderId: ['is', 'isNot', 'startsWith', 'endsWith', 'contains'],
}
/** Words that a query may have. */
const words = new Set(
  `query mutation input on Transaction Refund CreateClientTokenInput ChargeCreditCardInput RefundTransactionInput
  ReverseTransactionInput TransactionSearchInput createClientToken clientToken chargeCreditCard transaction search
  transactions edges node pageInfo hasNextPage refundTransaction refund reverseTransaction reversal refunds id legacyId
  orderId status amount value currencyCode createdAt`.split(/\s+/),
)
const operations = [
  'createClientToken',
  'chargeCreditCard',
  'refundTransaction',
  'reverseTransaction',
  'search',
] as const
type Operation = (typeof operations)[number]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const recordOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})

const reply = (data: object): EmulatedReply => ({
  status: 200,
  body: { data, extensions: { requestId: randomUUID() } },
})
const refuse = (operation: Operation, errorClass: string, message: string, legacyCode?: string): EmulatedReply => ({
  status: 200,
  body: {
    errors: [{ message, path: [operation], extensions: { errorClass, errorType: 'user_error', legacyCode } }],
    data: { [operation]: null },
    extensions: { requestId: randomUUID() },
  },
})
const unknownField = (name: string, given: unknown): string | undefined => {
  const allowed = inputs[name]
  if (allowed === undefined || typeof given !== 'object' || given === null) return undefined
  for (const [key, value] of Object.entries(given)) {
    if (!allowed.includes(key)) return key
    const below = unknownField(key, value)
    if (below !== undefined) return below
  }
  return undefined
}
const centsOf = (amount: unknown): number | undefined =>
  typeof amount === 'string' && /^\d+(\.\d{2})?$/.test(amount) ? Math.round(Number(amount) * 100) : undefined
const money = (cents: number, currencyCode: string) => ({ value: (cents / 100).toFixed(2), currencyCode })
const random = (length: number): string => randomUUID().replaceAll('-', '').slice(0, length)

/** Replaces js.braintreegateway.com: the parts of the SDK that the page uses, with plain inputs as hosted fields. */
const script = `window.braintree ??= {
  client: {
    create: async ({ authorization }) => {
      if (!authorization) throw new Error('CLIENT_INVALID_AUTHORIZATION')
      return { authorization }
    },
  },
  hostedFields: {
    create: async ({ client, fields }) => {
      if (!client) throw new Error('INSTANTIATION_OPTION_REQUIRED')
      const inputs = Object.fromEntries(
        Object.entries(fields).map(([name, { container }]) => {
          const input = document.createElement('input')
          input.setAttribute('aria-label', name)
          input.setAttribute('inputmode', 'numeric')
          document.querySelector(container).append(input)
          return [name, input]
        }),
      )
      return {
        tokenize: async () => {
          const number = inputs.number.value.replaceAll(' ', '')
          if (!/^[0-9]{16}$/.test(number) || !inputs.expirationDate.value || !inputs.cvv.value)
            throw Object.assign(new Error('Some fields are invalid'), { code: 'HOSTED_FIELDS_FIELDS_INVALID' })
          const card = number.endsWith('0002') ? 'poor' : 'good'
          return { nonce: 'tokencc_plain_' + card + '_' + crypto.randomUUID(), details: { bin: number.slice(0, 6) } }
        },
      }
    },
  },
  threeDSecure: {
    create: async ({ client, version }) => {
      if (!client || version !== 2) throw new Error('THREEDS_UNRECOGNIZED_VERSION')
      return {
        verifyCard: ({ amount, nonce, bin, onLookupComplete }) =>
          new Promise((done) => {
            if (!/^[0-9]+(\\.[0-9]{2,3})?$/.test(amount) || !bin) throw new Error('THREEDS_MISSING_VERIFY_CARD_OPTION')
            onLookupComplete({}, () => done({ nonce: nonce.replace('plain', '3ds'), liabilityShifted: true }))
          }),
      }
    },
  },
  dataCollector: { create: async () => ({ deviceData: '{"correlation_id":"emulated"}' }) },
}`

/** Braintree: its GraphQL API for cards, and its scripts for the browser. */
export const openBraintreeEmulator = async (): Promise<
  Omit<VendorEmulator, 'approve' | 'decline' | 'leave' | 'webhook'> & {
    readonly config: typeof config
    /** what the page of the payer sends for this card */
    readonly nonceOf: (card: BraintreeCard) => string
    /** the daily settlement of what was taken */
    readonly settle: (attempt: Pick<Attempt, 'id'>) => void
    readonly asked: () => readonly Body[]
  }
> => {
  const transactions: Transaction[] = []
  const used = new Set<string>()
  const keys = new Map<string, { readonly input: string; readonly answer: EmulatedReply }>()
  const faults = new Faults()
  const slow = new Set<string>()
  const asked: Body[] = []

  const viewRefund = ({ legacyId, orderId, status, cents }: Refund, currency: string) => ({
    legacyId,
    orderId,
    status,
    amount: money(cents, currency),
  })
  const view = (one: Transaction) => ({
    id: one.id,
    legacyId: one.legacyId,
    orderId: one.orderId,
    status: one.status,
    amount: money(one.cents, one.currency),
    refunds: one.refunds.map((refund) => viewRefund(refund, one.currency)),
  })

  const charge = (input: Body): EmulatedReply => {
    const invalid = (message: string, code?: string) => refuse('chargeCreditCard', 'VALIDATION', message, code)
    const wanted = recordOf(input['transaction'])
    const [nonce, orderId] = [textOf(input['paymentMethodId']), textOf(wanted['orderId'])]
    const card = /^tokencc_(plain|3ds)_(good|poor)_[\w-]+$/.exec(nonce)
    const currency = accounts[textOf(wanted['merchantAccountId'])]
    const cents = centsOf(wanted['amount'])
    if (card === null) return invalid('Unknown or expired single-use payment method.', '91565')
    if (used.has(nonce)) return invalid('Cannot use a single-use payment method more than once.', '91564')
    if (currency === undefined) return invalid('Merchant account ID is invalid.', '91513')
    if (cents === undefined) return invalid('Amount is an invalid format.', '81503')
    if (cents <= 0) return invalid('Amount must be greater than zero.', '81531')
    if (orderId === '' || orderId.length > 255) return invalid('Order ID is too long.', '91501')
    used.add(nonce)
    const needsBank = recordOf(recordOf(input['options'])['threeDSecureAuthentication'])['required'] === true
    const made: Transaction = {
      id: Buffer.from(`transaction_${random(8)}`).toString('base64'),
      legacyId: random(8),
      orderId,
      cents,
      currency,
      status:
        needsBank && card[1] === 'plain'
          ? 'GATEWAY_REJECTED'
          : card[2] === 'good'
            ? 'SUBMITTED_FOR_SETTLEMENT'
            : 'PROCESSOR_DECLINED',
      refunds: [],
    }
    transactions.unshift(made)
    return reply({ chargeCreditCard: { transaction: view(made) } })
  }

  const refund = (of: Transaction, input: Body): EmulatedReply => {
    const invalid = (message: string, code: string) => refuse('refundTransaction', 'VALIDATION', message, code)
    if (faults.is(of.orderId, 'refund-for-good'))
      return invalid('Transaction has already been fully refunded.', '91512')
    if (of.status !== 'SETTLED') return invalid('Cannot refund transaction unless it is settled.', '91506')
    const wanted = recordOf(input['refund'])
    const cents = centsOf(wanted['amount']) ?? of.cents
    const left = of.cents - of.refunds.reduce((sum, one) => sum + one.cents, 0)
    if (left === 0) return invalid('Transaction has already been fully refunded.', '91512')
    if (cents > left) return invalid('Refund amount is too large.', '91521')
    const made = {
      legacyId: random(8),
      orderId: textOf(wanted['orderId']) || of.orderId,
      cents,
      status: slow.has(of.orderId) ? 'SUBMITTED_FOR_SETTLEMENT' : 'SETTLED',
    }
    of.refunds.push(made)
    return reply({ refundTransaction: { refund: viewRefund(made, of.currency) } })
  }

  const reverse = (of: Transaction): EmulatedReply => {
    if (of.status !== 'SUBMITTED_FOR_SETTLEMENT')
      return refuse('reverseTransaction', 'VALIDATION', 'Transaction cannot be voided.', '91504')
    of.status = 'VOIDED'
    return reply({ reverseTransaction: { reversal: view(of) } })
  }

  /** The same request with the same key has the same answer, also a refusal; another request with it is refused. */
  const once = (operation: Operation, input: Body, make: () => EmulatedReply): EmulatedReply => {
    const key = textOf(input['apiRequestKey'])
    const before = keys.get(key)
    if (key === '') return make()
    if (before !== undefined)
      return before.input === JSON.stringify(input)
        ? before.answer
        : refuse(operation, 'VALIDATION', 'The apiRequestKey was used with other input.')
    const answer = make()
    keys.set(key, { input: JSON.stringify(input), answer })
    return answer
  }

  const answerTo = (operation: Operation, input: Body): EmulatedReply | 'lost' => {
    const of = transactions.find(({ id }) => id === input['transactionId'])
    const attempt =
      of?.orderId ||
      textOf(recordOf(input['transaction'])['orderId']) ||
      textOf(recordOf(input['orderId'])['is']) ||
      textOf(input['clientMutationId'])
    const broken = (): EmulatedReply => refuse(operation, 'INTERNAL', 'Something went wrong')
    if (faults.is(attempt, 'credentials'))
      return refuse(operation, 'AUTHENTICATION', 'Authentication credentials are invalid')
    if (operation === 'search') {
      if (faults.is(attempt, 'query')) return broken()
      const found = transactions.filter(({ orderId }) => orderId === attempt)
      const edges = found.map((one) => ({ node: view(one) }))
      return reply({ search: { transactions: { edges, pageInfo: { hasNextPage: false } } } })
    }
    if (operation === 'createClientToken' || operation === 'chargeCreditCard') {
      if (faults.is(attempt, 'create')) return broken()
      const account = textOf(recordOf(input['clientToken'])['merchantAccountId'])
      if (operation === 'createClientToken' && accounts[account] === undefined)
        return refuse(operation, 'VALIDATION', 'Merchant account ID is invalid.', '92807')
      const answer =
        operation === 'chargeCreditCard'
          ? charge(input)
          : reply({ createClientToken: { clientToken: Buffer.from(random(20)).toString('base64') } })
      return faults.is(attempt, 'create-answer') ? 'lost' : answer
    }
    if (of === undefined) return refuse(operation, 'NOT_FOUND', 'An object with this ID was not found.')
    if (faults.is(attempt, 'refund')) return broken()
    return once(operation, input, () => (operation === 'refundTransaction' ? refund(of, input) : reverse(of)))
  }

  const graphql = ({ headers, body }: EmulatedCall): EmulatedReply | 'lost' => {
    const { query, variables } = JSON.parse(body.toString()) as { query: string; variables: { input: Body } }
    const operation = operations.find((one) => new RegExp(`\\b${one}\\b`).test(query)) ?? 'search'
    const login = Buffer.from(`${config.publicKey}:${config.privateKey}`).toString('base64')
    if (headers['authorization'] !== `Basic ${login}`)
      return refuse(operation, 'AUTHENTICATION', 'Authentication credentials are invalid')
    if (headers['braintree-version'] !== '2019-01-01')
      return refuse(operation, 'UNSUPPORTED_CLIENT', 'Unsupported version')
    const strange =
      [...query.matchAll(/[A-Za-z]+/g)].map(([word]) => word).find((word) => !words.has(word)) ??
      unknownField(operation, variables.input)
    if (strange !== undefined) return refuse(operation, 'VALIDATION', `Unknown field ${strange}`)
    asked.push(variables.input)
    return answerTo(operation, variables.input)
  }

  const server = await serveVendor('braintree', (call) => {
    if (call.method === 'POST' && call.path === '/graphql') return graphql(call)
    if (/^\/js\/(client|hosted-fields|three-d-secure|data-collector)\.min\.js$/.test(call.path))
      return { status: 200, body: script, type: 'text/javascript' }
    return { status: 404, body: 'Not found' }
  })

  return {
    url: server.url,
    config,
    nonceOf: (card) => `tokencc_${card === 'unconfirmed' ? 'plain_good' : `3ds_${card}`}_${randomUUID()}`,
    settle: ({ id }) => {
      for (const one of transactions)
        if (one.orderId === id && one.status === 'SUBMITTED_FOR_SETTLEMENT') one.status = 'SETTLED'
    },
    asked: () => asked,
    fail: faults.fail,
    slowRefunds: ({ id }, isSlow) => {
      if (isSlow) slow.add(id)
      else {
        slow.delete(id)
        for (const one of transactions) if (one.orderId === id) for (const made of one.refunds) made.status = 'SETTLED'
      }
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve(transactions.filter(({ orderId }) => orderId === id).length),
    stop: server.stop,
  }
}
