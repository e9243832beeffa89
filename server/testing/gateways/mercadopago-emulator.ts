import { createHmac } from 'node:crypto'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { Delivery } from '../gateway-conformance.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Payment {
  readonly id: string
  readonly order: Order
  status: 'approved' | 'pending' | 'rejected' | 'charged_back'
}

interface Refund {
  readonly id: string
  readonly payment: string
  readonly cents: number
  slow: boolean
}

/** An order, or a preference; both with the payments the buyer made. */
interface Order {
  readonly id: string
  readonly attempt: string
  readonly title: string
  readonly cents: number
  readonly currency: string
  readonly returnUrl: string
  readonly payments: Payment[]
  /** interest of instalments, which the buyer pays on top */
  interest: number
  end: 'canceled' | 'expired' | null
}

interface CreateOrder {
  readonly type?: string
  readonly processing_mode?: string
  readonly total_amount?: string
  readonly external_reference?: string
  readonly payer?: { readonly email?: string }
  readonly items?: readonly { readonly title: string; readonly quantity: number; readonly unit_price: string }[]
  readonly config?: {
    readonly online?: { readonly success_url?: string; readonly auto_return?: string }
    readonly payment_method?: { readonly not_allowed_types?: readonly string[] }
  }
  readonly transactions?: readonly { readonly id: string; readonly amount: string }[]
}

interface CreatePreference {
  readonly items?: readonly {
    readonly title: string
    readonly quantity: number
    readonly unit_price: number
    readonly currency_id: string
  }[]
  readonly external_reference?: string
  readonly payer?: { readonly email?: string }
  readonly back_urls?: { readonly success?: string }
  readonly expires?: boolean
  readonly expiration_date_to?: string
  readonly amount?: number
}

const accessToken = 'APP_USR-emulated'
const webhookSecret = 'mp_emulated_secret'
const currencies: Readonly<Record<string, string>> = { UY: 'UYU', BR: 'BRL', CL: 'CLP', CO: 'COP' }
const wholeOnly = ['CLP', 'COP']
/** The words of a payment within an order. */
const paymentStatuses = {
  approved: 'processed',
  pending: 'action_required',
  rejected: 'failed',
  charged_back: 'charged_back',
} as const

/** A signature of a notification, by its manifest. */
export const mercadopagoSigns = (secret: string, dataId: string, requestId: string, ts: string): string =>
  createHmac('sha256', secret).update(`id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`).digest('hex')

const orderError = (status: number, code: string): EmulatedReply => ({
  status,
  body: { errors: [{ code, message: code, details: [] }] },
})
const paymentError = (status: number, code: number): EmulatedReply => ({
  status,
  body: { message: 'error', error: 'bad_request', status, cause: [{ code, description: 'error', data: null }] },
})

const isEmail = (text = ''): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)
const isReference = (text = ''): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text)

export interface MercadopagoEmulator extends VendorEmulator {
  readonly config: {
    readonly accessToken: string
    readonly webhookSecret: string
    readonly flow: 'orders' | 'preferences'
  }
  /** the account is in this country from now on */
  readonly country: (code: string) => void
  /** another payment of the same order or preference */
  readonly pay: (attemptId: string, status: Payment['status'], interest?: number) => Payment
  readonly end: (attemptId: string, how: 'canceled' | 'expired') => void
  /** a signed notification with this id and type; its time in seconds or in ms */
  readonly notify: (id: string, type: string, ts?: string) => Delivery
  /** a day passes, after which the keys of calls are forgotten */
  readonly forgetKeys: () => void
  readonly refunds: (attemptId: string) => number
  /** everything the shop created, as it was sent */
  readonly created: (CreateOrder & CreatePreference)[]
}

/** Mercado Pago: orders or preferences, the page with its buttons, payments, refunds and signed notifications. */
export const openMercadopagoEmulator = async (flow: 'orders' | 'preferences'): Promise<MercadopagoEmulator> => {
  const orders = new Map<string, Order>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const repeated = new Map<string, { readonly body: string; readonly reply: EmulatedReply }>()
  const slow = new Set<string>()
  const faults = new Faults()
  const created: (CreateOrder & CreatePreference)[] = []
  let country = 'UY'
  let drawn = 0
  const draw = (): number => 1_300_000_000 + ++drawn
  const drawId = (prefix: string): string => `${prefix}01${(++drawn).toString(36).toUpperCase().padStart(24, 'K')}`

  const byAttempt = (attempt: string) => [...orders.values()].find((order) => order.attempt === attempt)
  const need = (attempt: string): Order => {
    const order = byAttempt(attempt)
    if (order === undefined) throw new Error(`no order of ${attempt}`)
    return order
  }
  const text = (cents: number, currency: string): string =>
    wholeOnly.includes(currency) ? String(cents / 100) : (cents / 100).toFixed(2)
  const centsOf = (amount = '', currency: string): number | null =>
    (wholeOnly.includes(currency) ? /^\d{1,12}$/ : /^\d{1,12}\.\d\d$/).test(amount)
      ? Math.round(Number(amount) * 100)
      : null
  const refundsOf = (payment: string) => [...refunds.values()].filter((refund) => refund.payment === payment)
  const given = (payment: string) => refundsOf(payment).reduce((sum, { cents }) => sum + cents, 0)

  const pay = (order: Order, status: Payment['status'], interest = 0): Payment => {
    const payment: Payment = { id: flow === 'orders' ? drawId('PAY') : String(draw()), order, status }
    payments.set(payment.id, payment)
    order.payments.push(payment)
    order.interest = interest
    return payment
  }

  const orderStatus = (order: Order): readonly [string, string] => {
    const money = order.payments.find(({ status }) => status === 'approved')
    const last = order.payments.at(-1)
    if (money !== undefined) {
      const back = given(money.id)
      return ['processed', back === 0 ? 'accredited' : back === order.cents ? 'refunded' : 'partially_refunded']
    }
    if (last?.status === 'charged_back') return ['charged_back', 'settled']
    if (order.end !== null) return [order.end, order.end]
    if (last?.status === 'pending') return ['action_required', 'waiting_payment']
    return last === undefined ? ['created', 'created'] : ['failed', 'rejected_by_issuer']
  }
  const refundView = ({ id, payment, cents, slow: waits }: Refund, currency: string) => ({
    id,
    transaction_id: payment,
    amount: text(cents, currency),
    status: waits ? 'processing' : 'processed',
  })
  const orderView = (order: Order) => {
    const [status, detail] = orderStatus(order)
    const arrived = status === 'processed' ? order.cents + order.interest : 0
    return {
      id: order.id,
      type: 'online',
      processing_mode: 'manual',
      external_reference: order.attempt,
      country_code: country,
      currency: order.currency,
      total_amount: text(order.cents, order.currency),
      total_paid_amount: text(arrived, order.currency),
      status,
      status_detail: detail,
      checkout_url: `${url()}/checkout/v1/redirect?order_id=${order.id}`,
      transactions: {
        payments: order.payments.map((one) => ({
          id: one.id,
          amount: text(order.cents, order.currency),
          status: paymentStatuses[one.status],
        })),
        refunds: order.payments.flatMap(({ id }) => refundsOf(id).map((one) => refundView(one, order.currency))),
      },
    }
  }
  const paymentView = ({ id, order, status }: Payment) => ({
    id: Number(id),
    status: given(id) === order.cents ? 'refunded' : status,
    status_detail: status === 'approved' ? 'accredited' : `cc_${status}`,
    external_reference: order.attempt,
    currency_id: order.currency,
    transaction_amount: order.cents / 100,
    transaction_amount_refunded: given(id) / 100,
    live_mode: false,
  })

  const add = (made: Pick<Order, 'id' | 'attempt' | 'title' | 'cents' | 'currency' | 'returnUrl'>): Order => {
    const order: Order = { ...made, payments: [], interest: 0, end: null }
    orders.set(order.id, order)
    return order
  }

  const createOrder = (sent: CreateOrder): EmulatedReply => {
    const currency = currencies[country] ?? ''
    const cents = centsOf(sent.total_amount, currency)
    const [item] = sent.items ?? []
    if (sent.type !== 'online' || sent.processing_mode !== 'manual') return orderError(400, 'property_value')
    if (cents === null || cents === 0 || item === undefined) return orderError(400, 'property_value')
    if (item.quantity !== 1 || item.unit_price !== sent.total_amount) return orderError(400, 'invalid_total_amount')
    if (!isEmail(sent.payer?.email)) return orderError(400, 'required_properties')
    if (!isReference(sent.external_reference)) return orderError(400, 'property_value')
    if (sent.config?.online?.success_url === undefined) return orderError(400, 'required_properties')
    const { success_url: returnUrl } = sent.config.online
    const attempt = sent.external_reference ?? ''
    const order = add({ id: drawId('ORDTST'), attempt, title: item.title, cents, currency, returnUrl })
    return { status: 201, body: orderView(order) }
  }

  const createPreference = (sent: CreatePreference): EmulatedReply => {
    const [item] = sent.items ?? []
    const amount = item?.unit_price
    if (item === undefined || typeof amount !== 'number' || !(amount > 0)) return paymentError(400, 4041)
    const cents = Math.round(amount * 100)
    if (item.currency_id !== currencies[country]) return paymentError(400, 4001)
    if (cents / 100 !== amount || (wholeOnly.includes(item.currency_id) && !Number.isInteger(amount)))
      return paymentError(400, 4040)
    if (!isEmail(sent.payer?.email) || sent.back_urls?.success === undefined) return paymentError(400, 4002)
    if (sent.expires !== true || !/T[\d:.]+\+00:00$/.test(sent.expiration_date_to ?? '')) return paymentError(400, 4003)
    const { success: returnUrl } = sent.back_urls
    const attempt = sent.external_reference ?? ''
    const id = `70000-${drawId('pref').toLowerCase()}`
    const order = add({ id, attempt, title: item.title, cents, currency: item.currency_id, returnUrl })
    return { status: 201, body: { id: order.id, init_point: `${url()}/checkout/v1/redirect?pref_id=${order.id}` } }
  }

  /** A refund, or why there is none. */
  const refund = (payment: Payment, cents: number): Refund | 'state' | 'too much' => {
    const left = payment.order.cents - given(payment.id)
    if (payment.status !== 'approved' || left === 0) return 'state'
    if (cents > left) return 'too much'
    const id = flow === 'orders' ? drawId('REF') : String(draw())
    const made: Refund = { id, payment: payment.id, cents, slow: slow.has(payment.order.attempt) }
    refunds.set(made.id, made)
    return made
  }
  const refundOrder = (order: Order, sent: CreateOrder): EmulatedReply => {
    if (faults.is(order.attempt, 'refund')) return orderError(500, 'internal_error')
    if (faults.is(order.attempt, 'refund-for-good')) return orderError(409, 'order_already_refunded')
    const [asked] = sent.transactions ?? []
    const payment = order.payments.find(({ id }) => id === asked?.id)
    const cents = centsOf(asked?.amount, order.currency)
    if (payment === undefined) return orderError(404, 'transaction_not_found')
    if (cents === null || cents === 0) return orderError(400, 'property_value')
    const made = refund(payment, cents)
    if (made === 'state') return orderError(409, 'cannot_refund_order')
    if (made === 'too much') return orderError(400, 'refund_amount_exceeds')
    return { status: 201, body: { id: order.id, transactions: { refunds: [refundView(made, order.currency)] } } }
  }
  const paymentRefundView = ({ id, payment, cents, slow: waits }: Refund) => ({
    id: Number(id),
    payment_id: Number(payment),
    amount: cents / 100,
    status: waits ? 'in_process' : 'approved',
  })
  const refundPayment = (payment: Payment, { amount = 0 }: CreatePreference): EmulatedReply => {
    if (faults.is(payment.order.attempt, 'refund')) return paymentError(500, 1)
    if (faults.is(payment.order.attempt, 'refund-for-good')) return paymentError(404, 2024)
    if (!(amount > 0)) return paymentError(400, 4040)
    const made = refund(payment, Math.round(amount * 100))
    return typeof made === 'string' ? paymentError(400, 2063) : { status: 201, body: paymentRefundView(made) }
  }

  /** The same key with the same body is the same answer; with another body it is an error. */
  const once = ({ headers, path, body }: EmulatedCall, make: () => EmulatedReply): EmulatedReply => {
    const key = headers['x-idempotency-key'] ?? ''
    if (key === '') return orderError(400, 'empty_required_header')
    if (key.length > 64) return orderError(400, 'invalid_idempotency_key_length')
    const sent = `${path} ${body.toString()}`
    const known = repeated.get(key)
    if (known !== undefined) return known.body === sent ? known.reply : orderError(409, 'idempotency_key_already_used')
    const reply = make()
    if (reply.status < 400) {
      repeated.set(key, { body: sent, reply })
      created.push(JSON.parse(body.toString()) as CreateOrder & CreatePreference)
    }
    return reply
  }

  const onPage = ({ method, path, query }: EmulatedCall): EmulatedReply => {
    const id = query.get('order_id') ?? query.get('pref_id') ?? ''
    const order = orders.get(id)
    if (order === undefined || order.end !== null) return { status: 404, body: 'This page has expired.' }
    if (method === 'POST') {
      pay(order, path.endsWith('/decline') ? 'rejected' : 'approved')
      return { status: 303, location: order.returnUrl }
    }
    const form = (action: string, label: string) =>
      `<form method="post" action="/mercadopago/checkout/v1/${action}?order_id=${id}"><button>${label}</button></form>`
    return {
      status: 200,
      body: `<!doctype html><html lang="en"><title>Mercado Pago</title><h1>${escapeHtml(order.title)}</h1>
<p>${text(order.cents, order.currency)} ${order.currency}</p>
${form('pay', 'Pay')}${form('decline', 'Pay with a declined card')}<a href="${escapeHtml(order.returnUrl)}">Back</a></html>`,
    }
  }

  const onApi = (call: EmulatedCall): EmulatedReply | 'lost' => {
    const { method, path, query, headers, body } = call
    const sent = body.length === 0 ? {} : (JSON.parse(body.toString()) as CreateOrder & CreatePreference)
    const [, version, kind, id = '', action, part = ''] = path.split('/')
    const payment = payments.get(id)
    const order = kind === 'orders' ? orders.get(id) : payment?.order
    const attempt = order?.attempt ?? sent.external_reference ?? query.get('external_reference') ?? ''
    const unauthorized = flow === 'orders' ? orderError(401, 'unauthorized') : paymentError(401, 401)
    if (headers['authorization'] !== `Bearer ${accessToken}` || faults.is(attempt, 'credentials')) return unauthorized
    const answerOf = (reply: EmulatedReply) => (faults.is(attempt, 'create-answer') ? 'lost' : reply)
    if (method === 'POST' && (path === '/v1/orders' || path === '/checkout/preferences')) {
      if (faults.is(attempt, 'create')) return orderError(500, 'internal_error')
      return answerOf(once(call, () => (version === 'v1' ? createOrder(sent) : createPreference(sent))))
    }
    if (action === 'refund' && order !== undefined) return answerOf(once(call, () => refundOrder(order, sent)))
    if (action === 'refunds' && payment !== undefined && method === 'POST')
      return answerOf(once(call, () => refundPayment(payment, sent)))
    if (faults.is(attempt, 'query')) return orderError(500, 'internal_error')
    if (kind === 'orders')
      return order === undefined ? orderError(404, 'order_not_found') : { status: 200, body: orderView(order) }
    if (id === 'search') {
      const found = [...payments.values()].filter((one) => one.order.attempt === attempt)
      return { status: 200, body: { paging: { total: found.length }, results: found.map(paymentView) } }
    }
    const made = refunds.get(part)
    if (action === 'refunds' && made !== undefined) return { status: 200, body: paymentRefundView(made) }
    if (action === 'refunds' && payment !== undefined)
      return { status: 200, body: refundsOf(id).map(paymentRefundView) }
    return payment === undefined ? paymentError(404, 2000) : { status: 200, body: paymentView(payment) }
  }

  const server = await serveVendor('mercadopago', (call) =>
    call.path.startsWith('/checkout/v1/') ? onPage(call) : onApi(call),
  )
  const url = (): string => server.url

  const notify = (id: string, type: string, ts = String(Date.now())): Delivery => {
    const requestId = '2066ca19-c6f1-498a-be75-1923005edd06'
    const data = type === 'order' ? { id, external_reference: orders.get(id)?.attempt } : { id }
    return {
      headers: new Map([
        ['x-signature', `ts=${ts},v1=${mercadopagoSigns(webhookSecret, id, requestId, ts)}`],
        ['x-request-id', requestId],
      ]),
      query: new URLSearchParams({ 'data.id': id, type }),
      rawBody: Buffer.from(JSON.stringify({ action: `${type}.updated`, type, live_mode: false, data })),
    }
  }

  const noticeOf = (order: Order): Delivery =>
    flow === 'orders' ? notify(order.id, 'order') : notify(order.payments.at(-1)?.id ?? '1', 'payment')

  return {
    url: server.url,
    config: { accessToken, webhookSecret, flow },
    country: (code) => {
      country = code
    },
    approve: ({ id }) => Promise.resolve(void pay(need(id), 'approved')),
    decline: ({ id }) => Promise.resolve(void pay(need(id), 'rejected')),
    leave: () => Promise.resolve(),
    pay: (id, status, interest) => pay(need(id), status, interest),
    end: (id, how) => {
      need(id).end = how
    },
    notify,
    forgetKeys: () => repeated.clear(),
    refunds: (id) => need(id).payments.flatMap((one) => refundsOf(one.id)).length,
    created,
    fail: faults.fail,
    slowRefunds: ({ id }, isSlow) => {
      if (isSlow) slow.add(id)
      else {
        slow.delete(id)
        for (const one of refunds.values()) one.slow = false
      }
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve([...orders.values()].filter(({ attempt }) => attempt === id).length),
    chargeBack: ({ id }) => {
      const order = need(id)
      for (const payment of order.payments) if (payment.status === 'approved') payment.status = 'charged_back'
      return Promise.resolve([noticeOf(order)])
    },
    webhook: ({ id }) => Promise.resolve(noticeOf(need(id))),
    stop: server.stop,
  }
}
