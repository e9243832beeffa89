import { checkoutPage } from './checkout-page.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Order {
  readonly code: string
  readonly body: string
  readonly txRef: string
  readonly amount: number
  readonly currency: string
  readonly redirectUrl: string
}

interface Transaction {
  readonly id: number
  readonly order: Order
  readonly status: 'successful' | 'failed'
}

interface Refund {
  readonly id: number
  readonly transaction_id: number
  readonly amount_refunded: number
  readonly comment: string
  status: 'completed' | 'completed-mpgs'
}

type Body = Readonly<Record<string, unknown>>

const config = { secretKey: 'FLWSECK_TEST-emulated-X', secretHash: 'emulated-hash' }
/** Decimals of the currencies that Flutterwave takes. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['NGN', 'GHS', 'KES', 'TZS', 'ZAR', 'ZMW', 'USD', 'EUR', 'GBP'].map((code) => [code, 2])),
  ...Object.fromEntries(['UGX', 'RWF', 'XAF', 'XOF'].map((code) => [code, 0])),
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const ok = (message: string, data: object, more: object = {}): EmulatedReply => ({
  status: 200,
  body: { status: 'success', message, data, ...more },
})
const refuse = (message: string, status = 400): EmulatedReply => ({
  status,
  body: { status: 'error', message, data: null },
})
const isAmount = (amount: unknown, currency: string): amount is number =>
  typeof amount === 'number' && amount > 0 && amount === Number(amount.toFixed(decimals[currency] ?? 0))

/** Flutterwave v3 Standard: hosted links, transactions (one per try of a card), refunds, notices with the hash. */
export const openFlutterwaveEmulator = async (): Promise<VendorEmulator & { readonly config: typeof config }> => {
  const orders = new Map<string, Order>()
  const transactions: Transaction[] = []
  const refunds: Refund[] = []
  const faults = new Faults()
  let ids = 4_000_000

  const need = (txRef: string): Order => {
    const order = orders.get(txRef)
    if (order === undefined) throw new Error(`no payment ${txRef}`)
    return order
  }
  const tryCard = (order: Order, status: Transaction['status']): void => {
    transactions.push({ id: ++ids, order, status })
  }
  const lastOf = (txRef: string) => transactions.findLast(({ order }) => order.txRef === txRef)
  const refunded = ({ id }: Transaction): number =>
    refunds.filter((one) => one.transaction_id === id).reduce((sum, one) => sum + one.amount_refunded, 0)
  const view = ({ id, order, status }: Transaction) => ({
    id,
    tx_ref: order.txRef,
    flw_ref: `FLW-MOCK-${id}`,
    amount: order.amount,
    charged_amount: order.amount * 1.014,
    currency: order.currency,
    processor_response: status === 'failed' ? 'Do Not Honor' : 'Approved',
    payment_type: 'card',
    status,
  })

  const create = (text: string, body: Body): EmulatedReply => {
    const { amount, customer, payment_options: options } = body
    const [txRef, currency, redirectUrl] = [body['tx_ref'], body['currency'], body['redirect_url']].map(textOf)
    if (txRef === undefined || txRef === '') return refuse('tx_ref is required')
    if (currency === undefined || !(currency in decimals)) return refuse('Currency not supported')
    if (!isAmount(amount, currency)) return refuse('amount should be a valid number')
    if (redirectUrl === undefined || !URL.canParse(redirectUrl)) return refuse('redirect_url should be a valid url')
    const { email, name } = customer as Body
    if (!/^[^@\s]+@[\w-]+(\.[\w-]+)+$/.test(textOf(email)) || typeof name !== 'string')
      return refuse('customer email is required')
    // This merchant takes cards alone.
    if (options !== 'card') return refuse('payment option not enabled')
    const known = orders.get(txRef)
    if (known !== undefined && known.body !== text) return refuse('tx_ref is in use for another payment')
    const order = known ?? { code: `link${++ids}`, body: text, txRef, amount, currency, redirectUrl }
    orders.set(txRef, order)
    return ok('Hosted Link', { link: `${server.url}/v3/hosted/pay/${order.code}` })
  }

  const createRefund = (found: Transaction, { amount = found.order.amount, comments }: Body): EmulatedReply => {
    if (faults.is(found.order.txRef, 'refund-for-good')) return refuse('Transaction has already been refunded')
    if (found.status !== 'successful') return refuse('Transaction was not successful')
    if (!isAmount(amount, found.order.currency)) return refuse('amount should be a valid number')
    if (found.order.currency === 'NGN' && amount < 100) return refuse('Amount should be above NGN100')
    if (Number((amount + refunded(found)).toFixed(2)) > found.order.amount)
      return refuse('Refund amount is greater than the amount left of the transaction')
    const made: Refund = {
      id: ++ids,
      transaction_id: found.id,
      amount_refunded: amount,
      comment: textOf(comments),
      status: 'completed',
    }
    refunds.push(made)
    const { comment: _comment, transaction_id: txId, ...answer } = made
    return ok('Transaction refund initiated', { ...answer, tx_id: txId, destination: 'payment_source' })
  }

  const onPage = ({ method, path }: EmulatedCall): EmulatedReply => {
    const [, , , , code, button] = path.split('/')
    const order = [...orders.values()].find((one) => one.code === code)
    if (order === undefined || lastOf(order.txRef)?.status === 'successful')
      return { status: 404, body: 'This link has expired' }
    const back = (status: string, id?: number): string => {
      const url = new URL(order.redirectUrl)
      url.searchParams.set('status', status)
      url.searchParams.set('tx_ref', order.txRef)
      if (id !== undefined) url.searchParams.set('transaction_id', String(id))
      return url.href
    }
    const page = checkoutPage(
      `Pay ${order.currency} ${order.amount}`,
      `/flutterwave/v3/hosted/pay/${order.code}`,
      { pay: 'Pay', decline: 'Pay with a declined card' },
      back('cancelled'),
    )
    if (method !== 'POST') return page
    tryCard(order, button === 'pay' ? 'successful' : 'failed')
    if (button !== 'pay') return { ...page, body: 'Your card was declined.' }
    return { status: 303, location: back('successful', lastOf(order.txRef)?.id) }
  }

  const onApi = (call: EmulatedCall): EmulatedReply | 'lost' => {
    const { method, path, query, headers } = call
    const text = call.body.toString()
    const body = text === '' ? {} : (JSON.parse(text) as Body)
    const [, , id, action] = path.split('/')
    const found =
      lastOf(query.get('tx_ref') ?? '') ??
      transactions.find((one) => String(one.id) === (path === '/refunds' ? query.get('id') : id))
    const txRef = textOf(body['tx_ref']) || (query.get('tx_ref') ?? found?.order.txRef ?? '')
    if (headers['authorization'] !== `Bearer ${config.secretKey}` || faults.is(txRef, 'credentials'))
      return refuse('Invalid authorization key', 401)
    if (method === 'POST' && path === '/payments') {
      if (faults.is(txRef, 'create')) return refuse('An error occurred', 500)
      const reply = create(text, body)
      return faults.is(txRef, 'create-answer') ? 'lost' : reply
    }
    if (id === 'verify_by_reference' || action === 'verify') {
      if (faults.is(txRef, 'query')) return refuse('An error occurred', 500)
      return found === undefined
        ? refuse('No transaction was found for this id')
        : ok('Transaction fetched successfully', view(found))
    }
    if (faults.is(txRef, 'refund')) return refuse('An error occurred', 500)
    if (action === 'refund' && method === 'POST')
      return found === undefined ? refuse('No transaction was found for this id') : createRefund(found, body)
    if (path === '/refunds') {
      const listed = refunds.filter((one) => String(one.transaction_id) === query.get('id'))
      const pages = { total: listed.length, current_page: 1, total_pages: 1, page_size: 20 }
      return ok('Refunds fetched', listed, { meta: { page_info: pages } })
    }
    const made = refunds.find((one) => path === `/refunds/${one.id}`)
    return made === undefined ? refuse('Refund not found', 404) : ok('Refund fetched', made)
  }

  const server = await serveVendor('flutterwave', (call) =>
    call.path.startsWith('/v3/hosted/') ? onPage(call) : onApi(call),
  )

  return {
    url: server.url,
    config,
    approve: ({ id }) => Promise.resolve(tryCard(need(id), 'successful')),
    decline: ({ id }) => Promise.resolve(tryCard(need(id), 'failed')),
    leave: () => Promise.resolve(),
    fail: faults.fail,
    // A refund is only initiated at first.
    slowRefunds: (_attempt, isSlow) => {
      if (!isSlow) for (const made of refunds) made.status = 'completed-mpgs'
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve(orders.has(id) ? 1 : 0),
    webhook: ({ id }) => {
      const last = lastOf(id)
      const data = last === undefined ? { id: 1, tx_ref: id, status: 'successful' } : view(last)
      return Promise.resolve({
        headers: new Map([['verif-hash', config.secretHash]]),
        rawBody: Buffer.from(JSON.stringify({ event: 'charge.completed', data, 'event.type': 'CARD_TRANSACTION' })),
      })
    },
    stop: server.stop,
  }
}
