import { createHmac } from 'node:crypto'
import { checkoutPage } from './checkout-page.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Transaction {
  readonly id: number
  readonly code: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly callbackUrl: string
  readonly cancelUrl: string
  status: 'abandoned' | 'failed' | 'success'
}

interface Refund {
  readonly id: number
  readonly transaction: number
  readonly amount: number
  readonly currency: string
  readonly merchant_note: string
  status: 'pending' | 'processed'
}

type Body = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const secretKey = 'sk_test_emulated'
const least: Readonly<Record<string, number>> = { NGN: 5000, GHS: 10, ZAR: 100, KES: 300, USD: 200 }

const ok = (message: string, data: object): EmulatedReply => ({ status: 200, body: { status: true, message, data } })
const refuse = (message: string, code: string, status = 400): EmulatedReply => ({
  status,
  body: { status: false, message, type: status === 401 ? 'validation_error' : 'api_error', code },
})
const parse = (body: Buffer): Body => (body.length === 0 ? {} : (JSON.parse(body.toString()) as Body))

/** Paystack: transactions, the hosted page with its buttons, refunds and signed events. */
export const openPaystackEmulator = async (): Promise<
  VendorEmulator & {
    readonly config: { readonly secretKey: string }
    /** the notice of the refunds of an attempt: it names no refund */
    readonly refundWebhook: (attempt: { readonly id: string }) => Promise<{
      readonly headers: ReadonlyMap<string, string>
      readonly rawBody: Buffer
    }>
  }
> => {
  const transactions = new Map<string, Transaction>()
  const refunds: Refund[] = []
  const faults = new Faults()
  let ids = 5_000_000_000

  const byId = (id: unknown) => [...transactions.values()].find((one) => String(one.id) === String(id))
  const need = (reference: string): Transaction => {
    const found = transactions.get(reference)
    if (found === undefined) throw new Error(`no transaction ${reference}`)
    return found
  }
  const refunded = ({ id }: Transaction): number =>
    refunds.filter((one) => one.transaction === id).reduce((sum, one) => sum + one.amount, 0)
  const view = (found: Transaction) => ({
    id: found.id,
    domain: 'test',
    status: found.status === 'success' && refunded(found) === found.amount ? 'reversed' : found.status,
    reference: found.reference,
    amount: found.amount,
    currency: found.currency,
    channel: 'card',
    gateway_response: found.status === 'failed' ? 'Declined' : 'Successful',
  })

  const initialize = (body: Body): EmulatedReply => {
    const { email, amount, currency, reference, callback_url: callbackUrl, channels, metadata } = body
    if (!/^[^@\s]+@[\w-]+(\.[\w-]+)+$/.test(String(email)))
      return refuse('Invalid Email Address Passed', 'invalid_email')
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0)
      return refuse('Invalid Amount Sent', 'invalid_amount')
    const smallest = least[String(currency)]
    if (smallest === undefined) return refuse('Currency not supported by merchant', 'unsupported_currency')
    if (amount < smallest) return refuse('Invalid Amount Sent', 'invalid_amount')
    if (amount > 1_000_000_000) return refuse('Transaction amount limit exceeded', 'amount_limit_exceeded')
    if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]+$/.test(reference))
      return refuse('Invalid character in transaction reference', 'invalid_reference')
    if (transactions.has(reference)) return refuse('Duplicate Transaction Reference', 'duplicate_reference')
    // This merchant takes cards alone.
    if (JSON.stringify(channels) !== '["card"]') return refuse('No active channel', 'no_active_channels')
    const code = `code${++ids}`
    transactions.set(reference, {
      id: ids,
      code,
      reference,
      amount,
      currency: String(currency),
      callbackUrl: String(callbackUrl),
      cancelUrl: String((metadata as Body | undefined)?.['cancel_action']),
      status: 'abandoned',
    })
    const url = `${server.url}/checkout/${code}`
    return ok('Authorization URL created', { authorization_url: url, access_code: code, reference })
  }

  const createRefund = (body: Body): EmulatedReply => {
    const found = transactions.get(String(body['transaction'])) ?? byId(body['transaction'])
    if (found === undefined) return refuse('Transaction not found', 'transaction_not_found')
    if (faults.is(found.reference, 'refund-for-good') || refunded(found) === found.amount)
      return refuse('Transaction has been fully reversed', 'transaction_reversed')
    const amount = body['amount'] ?? found.amount
    if (typeof amount !== 'number' || !Number.isInteger(amount) || body['currency'] !== found.currency)
      return refuse('Invalid Amount Sent', 'invalid_amount')
    if (amount > found.amount - refunded(found))
      return refuse('Refund amount exceeds the amount of the transaction', 'amount_exceeded')
    const made: Refund = {
      id: ++ids,
      transaction: found.id,
      amount,
      currency: found.currency,
      merchant_note: textOf(body['merchant_note']) || `Refund for transaction ${found.reference}`,
      status: 'pending',
    }
    refunds.push(made)
    return ok('Refund has been queued for processing', { ...made, transaction: view(found), domain: 'test' })
  }

  const onPage = ({ method, path }: EmulatedCall): EmulatedReply => {
    const [, , code = '', button] = path.split('/')
    const found = [...transactions.values()].find((one) => one.code === code)
    if (found === undefined || found.status === 'success') return { status: 404, body: 'Link expired' }
    const page = checkoutPage(
      `Pay ${found.currency} ${(found.amount / 100).toFixed(2)}`,
      `/paystack/checkout/${code}`,
      { pay: 'Pay', decline: 'Pay with a declined card' },
      found.cancelUrl,
    )
    if (method !== 'POST') return page
    found.status = button === 'pay' ? 'success' : 'failed'
    if (button !== 'pay') return { ...page, body: 'Declined' }
    const back = new URL(found.callbackUrl)
    back.searchParams.set('trxref', found.reference)
    back.searchParams.set('reference', found.reference)
    return { status: 303, location: back.href }
  }

  const onApi = (call: EmulatedCall): EmulatedReply | 'lost' => {
    const { method, path, query, headers } = call
    const body = parse(call.body)
    const last = path.split('/').at(-1) ?? ''
    const attempt =
      textOf(body['reference']) ||
      (transactions.get(last) ?? byId(body['transaction'] ?? query.get('transaction')))?.reference ||
      ''
    if (headers['authorization'] !== `Bearer ${secretKey}` || faults.is(attempt, 'credentials'))
      return refuse('Invalid key', 'invalid_Key', 401)
    if (method === 'POST' && path === '/transaction/initialize') {
      if (faults.is(attempt, 'create')) return refuse('An error occurred', 'unknown', 500)
      const reply = initialize(body)
      return faults.is(attempt, 'create-answer') ? 'lost' : reply
    }
    if (path.startsWith('/transaction/verify/')) {
      if (faults.is(attempt, 'query')) return refuse('An error occurred', 'unknown', 500)
      const found = transactions.get(last)
      return found === undefined
        ? refuse('Transaction reference not found.', 'transaction_not_found')
        : ok('Verification successful', view(found))
    }
    if (path.startsWith('/refund') && faults.is(attempt, 'refund')) return refuse('An error occurred', 'unknown', 500)
    if (path === '/refund' && method === 'POST') return createRefund(body)
    if (path === '/refund') {
      const id = Number(query.get('transaction'))
      return ok(
        'Refunds retrieved',
        refunds.filter((one) => one.transaction === id),
      )
    }
    const made = refunds.find((one) => path === `/refund/${one.id}`)
    return made === undefined ? refuse('Not found', 'not_found', 404) : ok('Refund retrieved', made)
  }

  const signed = (body: object) => {
    const rawBody = Buffer.from(JSON.stringify(body))
    const signature = createHmac('sha512', secretKey).update(rawBody).digest('hex')
    return Promise.resolve({ headers: new Map([['x-paystack-signature', signature]]), rawBody })
  }

  const server = await serveVendor('paystack', (call) =>
    call.path.startsWith('/checkout/') ? onPage(call) : onApi(call),
  )

  return {
    url: server.url,
    config: { secretKey },
    approve: ({ id }) => {
      need(id).status = 'success'
      return Promise.resolve()
    },
    decline: ({ id }) => {
      need(id).status = 'failed'
      return Promise.resolve()
    },
    leave: () => Promise.resolve(),
    fail: faults.fail,
    // A refund is pending at first.
    slowRefunds: (_attempt, isSlow) => {
      if (!isSlow) for (const made of refunds) made.status = 'processed'
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve(transactions.has(id) ? 1 : 0),
    webhook: ({ id }) => signed({ event: 'charge.success', data: view(need(id)) }),
    chargeBack: async ({ id }) => {
      const found = need(id)
      const data = { id: ++ids, refund_amount: found.amount, currency: found.currency, transaction: view(found) }
      return [await signed({ event: 'charge.dispute.create', data: { ...data, status: 'awaiting-merchant-feedback' } })]
    },
    refundWebhook: ({ id }) => {
      const { amount, currency } = need(id)
      const data = { status: 'processed', transaction_reference: id, refund_reference: '132013318360' }
      return signed({ event: 'refund.processed', data: { ...data, amount: String(amount), currency, domain: 'test' } })
    },
    stop: server.stop,
  }
}
