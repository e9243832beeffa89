import { createHash } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { StartAction } from '../../providers/payments/payments-provider.ts'
import type { Delivery } from '../gateway-conformance.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

type State = 'APPROVED' | 'PENDING' | 'DECLINED' | 'EXPIRED' | 'ERROR'

interface Transaction {
  readonly id: string
  readonly type: 'AUTHORIZATION_AND_CAPTURE' | 'REFUND' | 'PARTIAL_REFUND'
  readonly parent: string | null
  readonly value: number
  readonly reason: string | null
  state: State
  readonly code: string
}

/** What a form asked for, with the tries of the buyer and their refunds. */
interface Checkout {
  readonly reference: string
  readonly orderId: number
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly responseUrl: string
  readonly form: string
  readonly transactions: Transaction[]
}

interface Command {
  readonly command?: string
  readonly test?: boolean
  readonly merchant?: { readonly apiLogin?: string; readonly apiKey?: string }
  readonly details?: { readonly referenceCode?: string }
  readonly transaction?: {
    readonly order?: { readonly id?: number }
    readonly type?: string
    readonly reason?: string
    readonly parentTransactionId?: string
    readonly additionalValues?: { readonly TX_VALUE?: { readonly value: unknown; readonly currency: string } }
  }
}

const config = {
  merchantId: '508029',
  accountId: '512321',
  apiKey: '4Vj8eK4rloUd272L48hsrarnUA',
  apiLogin: 'pRRXKOl8ikMmt9u',
  signature: 'SHA256',
  sandbox: true,
} as const

/** The signature of these parts after the key and the merchant id. */
export const payuSigns = (algorithm: string, ...parts: readonly string[]): string =>
  createHash(algorithm.toLowerCase())
    .update(`${config.apiKey}~${config.merchantId}~${parts.join('~')}`)
    .digest('hex')

const centsOf = (value: string): bigint => {
  const [whole = '', part = ''] = value.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** Rounded half to even to one decimal, as the response page signs it. */
export const responseRounding = (value: string): string => {
  const cents = centsOf(value)
  const [tenths, rest] = [cents / 10n, cents % 10n]
  const up = rest > 5n || (rest === 5n && tenths % 2n === 1n)
  const rounded = up ? tenths + 1n : tenths
  return `${rounded / 10n}.${rounded % 10n}`
}

/** Two decimals without a zero at the end, as the confirmation signs it. */
export const confirmationRounding = (value: string): string => {
  const cents = centsOf(value)
  const [whole, part] = [cents / 100n, (cents % 100n).toString().padStart(2, '0')]
  return part.endsWith('0') ? `${whole}.${part.slice(0, 1)}` : `${whole}.${part}`
}

const numbers: Readonly<Record<State, string>> = {
  APPROVED: '4',
  EXPIRED: '5',
  DECLINED: '6',
  PENDING: '7',
  ERROR: '104',
}

const apiError = (error: string): EmulatedReply => ({ status: 200, body: { code: 'ERROR', error, result: null } })
const refused = (text: string): EmulatedReply => ({ status: 400, body: `<!doctype html><h1>${text}</h1>` })

export interface PayulatamEmulator extends VendorEmulator {
  readonly config: typeof config
  /** posts a form as the buyer's browser does; throws when PayU shows no page of payment */
  readonly post: (action: StartAction) => Promise<void>
  /** a try of the buyer */
  readonly pay: (reference: string, state: State, value?: number) => Transaction
  /** the confirmation of this try */
  readonly confirm: (reference: string, transactionId: string) => Delivery
  readonly decide: (transactionId: string, state: State) => void
  /** the reports name no reasons of refunds from now on, or they do */
  readonly hideReasons: (hidden: boolean) => void
  readonly markAsTest: (reference: string) => void
  /** refunds asked for at this reference, declined ones too */
  readonly refundsOf: (reference: string) => readonly Transaction[]
}

/** PayU Latam: the form and its page with buttons, reports, refunds and signed confirmations. */
export const openPayulatamEmulator = async (): Promise<PayulatamEmulator> => {
  const checkouts = new Map<string, Checkout>()
  const slow = new Set<string>()
  const tests = new Set<string>()
  const faults = new Faults()
  let hidden = false
  let drawn = 0
  const draw = (): string => `5fde3c2c-540d-4579-96f7-${(++drawn).toString(16).padStart(12, '0')}`

  const need = (reference: string): Checkout => {
    const checkout = checkouts.get(reference)
    if (checkout === undefined) throw new Error(`no form of ${reference}`)
    return checkout
  }
  const pay = (reference: string, state: State, value?: number): Transaction => {
    const checkout = need(reference)
    const transaction: Transaction = {
      id: draw(),
      type: 'AUTHORIZATION_AND_CAPTURE',
      parent: null,
      value: value ?? Number(checkout.amount),
      reason: null,
      state,
      code: state === 'DECLINED' ? 'ENTITY_DECLINED' : state,
    }
    // The newest first.
    checkout.transactions.unshift(transaction)
    return transaction
  }

  const onForm = ({ body, headers }: EmulatedCall): EmulatedReply => {
    const form = new URLSearchParams(body.toString())
    const field = (name: string) => form.get(name) ?? ''
    const [reference, amount, currency] = [field('referenceCode'), field('amount'), field('currency')]
    const whole = ['CLP', 'COP'].includes(currency)
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return refused('Form')
    if (field('merchantId') !== config.merchantId || field('accountId') !== config.accountId) return refused('Merchant')
    if (!/^[A-Za-z0-9._-]{1,255}$/.test(reference)) return refused('Reference')
    if (!(whole ? /^\d+$/ : /^\d+\.\d\d$/).test(amount) || Number(amount) <= 0) return refused('Amount')
    if (field('algorithmSignature') !== config.signature) return refused('Algorithm')
    if (field('signature') !== payuSigns(config.signature, reference, amount, currency)) return refused('Signature')
    if (field('tax') !== '0' || field('taxReturnBase') !== '0' || field('test') !== '1') return refused('Tax or test')
    if (!/^[^@\s]+@[^@\s]+$/.test(field('buyerEmail')) || field('description').length > 255) return refused('Buyer')
    if (field('responseUrl') === '' || field('confirmationUrl') === '') return refused('Addresses')
    const known = checkouts.get(reference)
    if (known !== undefined && known.form !== form.toString()) return refused('The reference was used before')
    if (known === undefined)
      checkouts.set(reference, {
        reference,
        orderId: 857_695_047 + ++drawn,
        amount,
        currency,
        description: field('description'),
        responseUrl: field('responseUrl'),
        form: form.toString(),
        transactions: [],
      })
    return page(need(reference))
  }

  const page = ({ reference, description, amount, currency }: Checkout): EmulatedReply => {
    const button = (action: string, label: string) =>
      `<form method="post" action="/payulatam/ppp-web-gateway-payu/${action}?reference=${reference}"><button>${label}</button></form>`
    return {
      status: 200,
      body: `<!doctype html><html lang="en"><title>PayU</title><h1>${escapeHtml(description)}</h1>
<p>${amount} ${currency}</p>${button('pay', 'Pay')}${button('decline', 'Pay with a declined card')}</html>`,
    }
  }

  const onPage = (call: EmulatedCall): EmulatedReply => {
    if (call.method !== 'POST') return refused('Form')
    const checkout = checkouts.get(call.query.get('reference') ?? '')
    if (checkout === undefined) return onForm(call)
    const { reference, amount, currency } = checkout
    const { id, state } = pay(reference, call.path.endsWith('/decline') ? 'DECLINED' : 'APPROVED')
    const back = new URL(checkout.responseUrl)
    const value = responseRounding(amount)
    for (const [name, text] of Object.entries({
      merchantId: config.merchantId,
      referenceCode: reference,
      TX_VALUE: amount,
      currency,
      transactionState: numbers[state],
      transactionId: id,
      signature: payuSigns(config.signature, reference, value, currency, numbers[state]),
    }))
      back.searchParams.set(name, text)
    return { status: 303, location: back.href }
  }

  const report = (reference: string): EmulatedReply => {
    const checkout = checkouts.get(reference)
    const tried = checkout !== undefined && checkout.transactions.length > 0
    const view = ({ id, type, parent, value, reason, state, code }: Transaction) => ({
      id,
      type,
      parentTransactionId: parent,
      ...(reason === null || hidden ? {} : { reason }),
      transactionResponse: { state, responseCode: code, errorCode: null },
      additionalValues: { TX_VALUE: { value, currency: checkout?.currency } },
    })
    const order = tried && {
      id: checkout.orderId,
      accountId: Number(config.accountId),
      status: 'CAPTURED',
      referenceCode: reference,
      isTest: tests.has(reference),
      transactions: checkout.transactions.map(view),
    }
    return { status: 200, body: { code: 'SUCCESS', error: null, result: tried ? { payload: [order] } : null } }
  }

  const refund = (checkout: Checkout, asked: NonNullable<Command['transaction']>): EmulatedReply => {
    const { reference, currency, transactions } = checkout
    const payment = transactions.find(({ id }) => id === asked.parentTransactionId)
    const part = asked.additionalValues?.TX_VALUE
    if (payment === undefined || payment.state !== 'APPROVED') return apiError('The parent transaction is not approved')
    const isPart = asked.type === 'PARTIAL_REFUND'
    if (!isPart && (asked.type !== 'REFUND' || part !== undefined)) return apiError('Invalid type of transaction')
    if (isPart && (typeof part?.value !== 'number' || part.currency !== currency)) return apiError('Invalid value')
    const value = isPart ? Number(part?.value) : payment.value
    const given = transactions
      .filter(({ parent, state }) => parent === payment.id && state !== 'DECLINED')
      .reduce((sum, one) => sum + one.value, 0)
    if (Math.round((given + value) * 100) > Math.round(payment.value * 100)) return apiError('The amount is too large')
    const isRefused = faults.is(reference, 'refund-for-good')
    const made: Transaction = {
      id: draw(),
      type: isPart ? 'PARTIAL_REFUND' : 'REFUND',
      parent: payment.id,
      value,
      reason: asked.reason ?? null,
      state: isRefused ? 'DECLINED' : slow.has(reference) ? 'PENDING' : 'APPROVED',
      code: isRefused ? 'ENTITY_DECLINED' : 'APPROVED',
    }
    transactions.unshift(made)
    const { id: transactionId, state, code: responseCode } = made
    const response = { orderId: checkout.orderId, transactionId, state, responseCode, errorCode: null }
    return { status: 200, body: { code: 'SUCCESS', error: null, transactionResponse: response } }
  }

  const onApi = ({ method, path, headers, body }: EmulatedCall): EmulatedReply | 'lost' => {
    const asked = JSON.parse(body.toString()) as Command
    const { merchant, transaction } = asked
    const found = [...checkouts.values()].find(({ orderId }) => orderId === transaction?.order?.id)
    const reference = found?.reference ?? asked.details?.referenceCode ?? ''
    if (method !== 'POST' || !(headers['accept'] ?? '').includes('application/json'))
      return { status: 200, body: '<response><code>ERROR</code></response>', type: 'application/xml' }
    const isKnown = merchant?.apiLogin === config.apiLogin && merchant.apiKey === config.apiKey
    if (!isKnown || faults.is(reference, 'credentials')) return apiError('Invalid credentials')
    if (asked.test !== false) return apiError('Tests are not allowed')
    if (path === '/reports-api/4.0/service.cgi' && asked.command === 'ORDER_DETAIL_BY_REFERENCE_CODE')
      return faults.is(reference, 'query') ? { status: 500, body: 'Internal error' } : report(reference)
    if (path !== '/payments-api/4.0/service.cgi' || asked.command !== 'SUBMIT_TRANSACTION')
      return apiError('Unknown command')
    if (found === undefined || transaction === undefined) return apiError('The order does not exist')
    if (faults.is(reference, 'refund')) return { status: 500, body: 'Internal error' }
    const reply = refund(found, transaction)
    return faults.is(reference, 'create-answer') ? 'lost' : reply
  }

  const server = await serveVendor('payulatam', (call) =>
    call.path.startsWith('/ppp-web-gateway-payu/') ? onPage(call) : onApi(call),
  )

  const confirm = (reference: string, transactionId: string): Delivery => {
    const { amount, currency, orderId, transactions } = need(reference)
    const found = transactions.find(({ id }) => id === transactionId)
    const state = numbers[found?.state ?? 'PENDING']
    const value = Number(amount).toFixed(2)
    const form = new URLSearchParams({
      merchant_id: config.merchantId,
      state_pol: state,
      reference_sale: reference,
      reference_pol: String(orderId),
      sign: payuSigns(config.signature, reference, confirmationRounding(value), currency, state),
      value,
      tax: '0.00',
      currency,
      test: '0',
      transaction_id: transactionId,
      response_message_pol: found?.code ?? '',
    })
    return {
      headers: new Map([['content-type', 'application/x-www-form-urlencoded']]),
      rawBody: Buffer.from(form.toString()),
    }
  }

  return {
    url: server.url,
    config,
    post: async (action) => {
      if (action.kind !== 'form') throw new Error('not a form')
      const body = new URLSearchParams(action.fields.map(([name, value]): [string, string] => [name, value]))
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(action.action, { method: 'POST', headers, body: body.toString() })
      if (answer.status !== 200) throw new Error(await answer.text())
    },
    pay,
    confirm,
    decide: (transactionId, state) => {
      for (const { transactions } of checkouts.values())
        for (const transaction of transactions) if (transaction.id === transactionId) transaction.state = state
    },
    hideReasons: (isHidden) => {
      hidden = isHidden
    },
    markAsTest: (reference) => void tests.add(reference),
    refundsOf: (reference) => need(reference).transactions.filter(({ parent }) => parent !== null),
    approve: ({ id }) => Promise.resolve(void pay(id, 'APPROVED')),
    decline: ({ id }) => Promise.resolve(void pay(id, 'DECLINED')),
    leave: () => Promise.resolve(),
    fail: faults.fail,
    slowRefunds: ({ id }, isSlow) => {
      if (isSlow) slow.add(id)
      else {
        slow.delete(id)
        for (const one of need(id).transactions)
          if (one.parent !== null && one.state === 'PENDING') one.state = 'APPROVED'
      }
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve(checkouts.has(id) ? 1 : 0),
    webhook: ({ id }) => Promise.resolve(confirm(id, need(id).transactions[0]?.id ?? draw())),
    stop: server.stop,
  }
}
