import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { escapeHtml } from '@remis/domain/texts/escape-html'
import type { Delivery } from '../gateway-conformance.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Amount {
  readonly currency_code: string
  readonly value: string
}

interface Order {
  readonly id: string
  readonly attempt: string
  readonly invoice: string
  readonly description: string
  readonly amount: Amount
  readonly returnUrl: string
  readonly cancelUrl: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  /** ms; each change of the order is a second later than the one before */
  updated: number
  card: 'good' | 'declined' | 'slow'
  capture: string | null
}

interface Refund {
  readonly id: string
  readonly capture: string
  readonly amount: Amount
  readonly customId: string
  status: 'COMPLETED' | 'PENDING'
}

interface CreateBody {
  readonly intent?: string
  readonly purchase_units?: readonly {
    readonly custom_id?: string
    readonly invoice_id?: string
    readonly description?: string
    readonly amount?: Amount
  }[]
  readonly payment_source?: {
    readonly paypal?: { readonly experience_context?: { readonly return_url?: string; readonly cancel_url?: string } }
  }
}

const config = {
  clientId: 'emulated-client',
  clientSecret: 'emulated-secret',
  webhookId: 'WH4EMULATED',
  sandbox: true,
}

/** What PayPal signs of a transmission: the body by its CRC-32 as an unsigned decimal. */
export const transmissionText = (id: string, time: string, webhookId: string, body: string): string =>
  [id, time, webhookId, crc32(Buffer.from(body)) >>> 0].join('|')

const error = (status: number, name: string, issue?: string): EmulatedReply => ({
  status,
  body: { name, message: name, debug_id: 'emulated', ...(issue === undefined ? {} : { details: [{ issue }] }) },
})
const unprocessable = (issue: string): EmulatedReply => error(422, 'UNPROCESSABLE_ENTITY', issue)

/** The refusal of an amount that is not written as PayPal wants it. */
const amountError = ({ value, currency_code: currency }: Amount): EmulatedReply | null => {
  const whole = ['HUF', 'JPY', 'TWD'].includes(currency)
  if (!/^[A-Z]{3}$/.test(currency)) return error(400, 'INVALID_REQUEST', 'INVALID_CURRENCY_CODE')
  if (whole && !/^\d{1,7}$/.test(value)) return unprocessable('DECIMALS_NOT_SUPPORTED')
  if (!whole && !/^\d{1,7}\.\d\d$/.test(value)) return unprocessable('DECIMAL_PRECISION')
  return Number(value) > 0 ? null : unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE')
}
const cents = ({ value }: Amount): number => Math.round(Number(value) * 100)

export interface PaypalEmulator extends VendorEmulator {
  readonly config: typeof config
  /** the tokens given out are refused from now on */
  readonly endTokens: () => void
  /** how many tokens were given out */
  readonly tokens: () => number
  /** the buyer approves and the money takes days */
  readonly approveSlowly: (attemptId: string) => void
  /** the money arrived, or it never will; the event says so */
  readonly endSlowly: (attemptId: string, arrived: boolean) => Delivery
  /** PayPal deletes orders that are not paid */
  readonly deleteOrder: (attemptId: string) => void
  /** a refund made in the shop's account at PayPal, and its event */
  readonly refundAtPaypal: (attemptId: string, value: string) => Delivery
  /** the event of the newest refund */
  readonly refundEvent: () => Delivery
  /** a signed event with any content */
  readonly deliver: (event: object, clockSkewSeconds?: number) => Delivery
}

/** PayPal Orders: tokens, orders, the page with its buttons, captures, refunds, and events with their verification. */
export const openPaypalEmulator = async (): Promise<PaypalEmulator> => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const orders = new Map<string, Order>()
  const captures = new Map<string, 'COMPLETED' | 'PENDING' | 'DECLINED'>()
  const refunds = new Map<string, Refund>()
  const repeated = new Map<string, { readonly body: string; readonly reply: EmulatedReply }>()
  const slow = new Set<string>()
  const faults = new Faults()
  let tokens = new Set<string>()
  let drawn = 0
  const draw = (): string => (++drawn).toString(36).toUpperCase().padStart(17, 'E')

  const byAttempt = (attempt: string) => [...orders.values()].find((order) => order.attempt === attempt)
  const byCapture = (id: string) => [...orders.values()].find(({ capture }) => capture === id)
  const need = (attempt: string): Order => {
    const order = byAttempt(attempt)
    if (order === undefined) throw new Error(`no order of ${attempt}`)
    return order
  }
  const change = (order: Order, status: Order['status']): void => {
    order.status = status
    order.updated = Math.max(order.updated + 1000, Date.now())
  }
  const approve = (order: Order, card: Order['card']): void => {
    if (order.status === 'COMPLETED') return
    order.card = card
    change(order, 'APPROVED')
  }

  const refundsOf = (capture: string) => [...refunds.values()].filter((refund) => refund.capture === capture)
  const captureStatus = ({ capture, amount }: Order): string => {
    const given = refundsOf(capture ?? '').reduce((sum, refund) => sum + cents(refund.amount), 0)
    if (given > 0) return given === cents(amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return captures.get(capture ?? '') ?? 'COMPLETED'
  }
  const captureView = (order: Order) => ({
    id: order.capture,
    status: captureStatus(order),
    ...(captureStatus(order) === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: order.amount,
    custom_id: order.attempt,
    invoice_id: order.invoice,
    final_capture: true,
    supplementary_data: { related_ids: { order_id: order.id } },
  })
  const refundView = (refund: Refund) => ({
    id: refund.id,
    status: refund.status,
    amount: refund.amount,
    custom_id: refund.customId,
    links: [
      { href: `https://api.sandbox.paypal.com/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `https://api.sandbox.paypal.com/v2/payments/captures/${refund.capture}`, rel: 'up', method: 'GET' },
    ],
  })
  const view = (order: Order) => ({
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    update_time: `${new Date(order.updated).toISOString().slice(0, 19)}Z`,
    purchase_units: [
      {
        reference_id: 'default',
        amount: order.amount,
        custom_id: order.attempt,
        invoice_id: order.invoice,
        ...(order.capture === null ? {} : { payments: { captures: [captureView(order)] } }),
      },
    ],
    links: [
      { href: `${url()}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
      ...(order.status === 'PAYER_ACTION_REQUIRED'
        ? [{ href: `${url()}/checkoutnow?token=${order.id}`, rel: 'payer-action', method: 'GET' }]
        : []),
    ],
  })

  const createOrder = ({ intent, purchase_units: units, payment_source: source }: CreateBody): EmulatedReply => {
    const [unit] = units ?? []
    const context = source?.paypal?.experience_context
    if (intent !== 'CAPTURE' || unit?.amount === undefined || context?.return_url === undefined)
      return error(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
    if ((unit.description ?? '').length > 127 || (unit.invoice_id ?? '').length > 127)
      return error(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH')
    const wrong = amountError(unit.amount)
    if (wrong !== null) return wrong
    const order: Order = {
      id: draw(),
      attempt: unit.custom_id ?? '',
      invoice: unit.invoice_id ?? '',
      description: unit.description ?? '',
      amount: unit.amount,
      returnUrl: context.return_url,
      cancelUrl: context.cancel_url ?? '',
      status: 'PAYER_ACTION_REQUIRED',
      updated: Date.now(),
      card: 'good',
      capture: null,
    }
    orders.set(order.id, order)
    return { status: 200, body: view(order) }
  }

  const captureOrder = (order: Order): EmulatedReply => {
    if (order.capture !== null) return unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED')
    if (order.card === 'declined') {
      change(order, 'PAYER_ACTION_REQUIRED')
      return unprocessable('INSTRUMENT_DECLINED')
    }
    if ([...orders.values()].some(({ invoice, capture }) => invoice === order.invoice && capture !== null))
      return unprocessable('DUPLICATE_INVOICE_ID')
    order.capture = draw()
    captures.set(order.capture, order.card === 'slow' ? 'PENDING' : 'COMPLETED')
    change(order, 'COMPLETED')
    return { status: 201, body: view(order) }
  }

  const refundCapture = (
    order: Order,
    { amount, custom_id: customId = order.attempt }: Partial<Refund> & { custom_id?: string },
  ): EmulatedReply => {
    if (faults.is(order.attempt, 'refund')) return error(500, 'INTERNAL_SERVER_ERROR')
    if (faults.is(order.attempt, 'refund-for-good')) return unprocessable('REFUND_TIME_LIMIT_EXCEEDED')
    const capture = order.capture ?? ''
    if (captures.get(capture) === 'PENDING') return unprocessable('PENDING_CAPTURE')
    const left = cents(order.amount) - refundsOf(capture).reduce((sum, refund) => sum + cents(refund.amount), 0)
    const wrong = amount === undefined ? null : amountError(amount)
    if (wrong !== null) return wrong
    if (left === 0) return unprocessable('CAPTURE_FULLY_REFUNDED')
    if (amount === undefined || amount.currency_code !== order.amount.currency_code)
      return unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
    if (cents(amount) > left) return unprocessable('REFUND_AMOUNT_EXCEEDED')
    const status = slow.has(order.attempt) ? 'PENDING' : 'COMPLETED'
    const refund: Refund = { id: draw(), capture, amount, customId, status }
    refunds.set(refund.id, refund)
    return { status: 201, body: refundView(refund) }
  }

  /**
   * The same request id is the same answer, for a capture a refusal too. With another body it is refused. A refund that
   * was refused is not stored.
   */
  const once = ({ headers, path, body }: EmulatedCall, make: () => EmulatedReply): EmulatedReply => {
    const id = headers['paypal-request-id']
    if (id === undefined || id.length > 108) return error(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
    const text = `${path} ${body.toString()}`
    const known = repeated.get(id)
    if (known !== undefined) return known.body === text ? known.reply : unprocessable('DUPLICATE_REQUEST_ID')
    const reply = make()
    const repeats = reply.status < 400 || (path.startsWith('/v2/checkout/') && reply.status === 422)
    if (repeats) repeated.set(id, { body: text, reply })
    return reply
  }

  const verify = (text: string): EmulatedReply => {
    const begin = text.indexOf('"webhook_event":')
    const asked = JSON.parse(text) as Readonly<Record<string, string>>
    const field = (name: string): string => asked[name] ?? ''
    if (begin === -1 || field('transmission_sig') === '') return error(400, 'VALIDATION_ERROR')
    const event = text.slice(begin + '"webhook_event":'.length, text.lastIndexOf('}'))
    const signed = transmissionText(field('transmission_id'), field('transmission_time'), config.webhookId, event)
    const good =
      field('webhook_id') === config.webhookId &&
      field('auth_algo') === 'SHA256withRSA' &&
      createVerify('sha256').update(signed).verify(publicKey, field('transmission_sig'), 'base64')
    return { status: 200, body: { verification_status: good ? 'SUCCESS' : 'FAILURE' } }
  }

  const onToken = ({ headers, body }: EmulatedCall): EmulatedReply => {
    const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')
    if (headers['authorization'] !== `Basic ${basic}`) return { status: 401, body: { error: 'invalid_client' } }
    if (body.toString() !== 'grant_type=client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    const token = `A21AA${draw()}`
    tokens.add(token)
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 32_400 } }
  }

  const onPage = ({ method, path, query }: EmulatedCall): EmulatedReply => {
    const order = orders.get(query.get('token') ?? '')
    if (order === undefined || order.status === 'COMPLETED') return { status: 404, body: 'This page has expired.' }
    if (method === 'POST') {
      approve(order, path.endsWith('/decline') ? 'declined' : 'good')
      const back = new URL(order.returnUrl)
      back.searchParams.set('token', order.id)
      back.searchParams.set('PayerID', 'EMULATEDPAYER')
      return { status: 303, location: back.href }
    }
    return {
      status: 200,
      body: `<!doctype html><html lang="en"><title>PayPal</title><h1>${escapeHtml(order.description)}</h1>
<p>${order.amount.value} ${order.amount.currency_code}</p>
<form method="post" action="/paypal/checkoutnow/pay?token=${order.id}"><button>Pay now</button></form>
<form method="post" action="/paypal/checkoutnow/decline?token=${order.id}"><button>Pay with a declined card</button></form>
<a href="${escapeHtml(order.cancelUrl)}">Cancel and return</a></html>`,
    }
  }

  const onApi = (call: EmulatedCall): EmulatedReply | 'lost' => {
    const { method, path, headers, body } = call
    if (path === '/v1/oauth2/token') return onToken(call)
    const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? ''
    const sent = body.length === 0 ? {} : (JSON.parse(body.toString()) as CreateBody)
    const [, , , kind, id = '', action] = path.split('/')
    const order = kind === 'orders' ? orders.get(id) : byCapture(refunds.get(id)?.capture ?? id)
    const attempt = order?.attempt ?? sent.purchase_units?.[0]?.custom_id ?? ''
    if (!tokens.has(token) || faults.is(attempt, 'credentials'))
      return { status: 401, body: { error: 'invalid_token', error_description: 'Token signature verification failed' } }
    if (method === 'POST' && headers['content-type'] !== 'application/json') return error(415, 'UNSUPPORTED_MEDIA_TYPE')
    if (path === '/v1/notifications/verify-webhook-signature') return verify(body.toString())
    if (method === 'POST' && path === '/v2/checkout/orders') {
      if (faults.is(attempt, 'create')) return error(500, 'INTERNAL_SERVER_ERROR')
      const reply = once(call, () => createOrder(sent))
      return faults.is(attempt, 'create-answer') ? 'lost' : reply
    }
    if (order === undefined) return error(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    if (action === 'capture') return once(call, () => captureOrder(order))
    if (action === 'refund') return once(call, () => refundCapture(order, sent as Partial<Refund>))
    if (kind === 'orders')
      return faults.is(attempt, 'query') ? error(503, 'SERVICE_UNAVAILABLE') : { status: 200, body: view(order) }
    const refund = refunds.get(id)
    return { status: 200, body: refund === undefined ? captureView(order) : refundView(refund) }
  }

  const server = await serveVendor('paypal', (call) =>
    call.path.startsWith('/checkoutnow') ? onPage(call) : onApi(call),
  )
  const url = (): string => server.url

  const deliver = (event: object, clockSkewSeconds = 0): Delivery => {
    const body = JSON.stringify(event)
    const id = '69cd13f0-d67a-11e5-baa3-778b53f4ae55'
    const time = `${new Date(Date.now() + clockSkewSeconds * 1000).toISOString().slice(0, 19)}Z`
    const signature = createSign('sha256')
      .update(transmissionText(id, time, config.webhookId, body))
      .sign(privateKey, 'base64')
    return {
      headers: new Map([
        ['paypal-transmission-id', id],
        ['paypal-transmission-time', time],
        ['paypal-transmission-sig', signature],
        ['paypal-cert-url', 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-emulated'],
        ['paypal-auth-algo', 'SHA256withRSA'],
      ]),
      rawBody: Buffer.from(body),
    }
  }
  const eventOf = (type: string, resource: object, skew?: number): Delivery =>
    deliver({ id: `WH-${draw()}`, event_version: '1.0', event_type: type, resource }, skew)
  const refundEvent = (): Delivery => {
    const refund = [...refunds.values()].at(-1)
    if (refund === undefined) throw new Error('no refund')
    return eventOf('PAYMENT.CAPTURE.REFUNDED', refundView(refund))
  }

  return {
    url: server.url,
    config,
    endTokens: () => {
      tokens = new Set()
    },
    tokens: () => tokens.size,
    approve: ({ id }) => Promise.resolve(approve(need(id), 'good')),
    decline: ({ id }) => Promise.resolve(approve(need(id), 'declined')),
    leave: () => Promise.resolve(),
    approveSlowly: (id) => approve(need(id), 'slow'),
    endSlowly: (id, arrived) => {
      const order = need(id)
      captures.set(order.capture ?? '', arrived ? 'COMPLETED' : 'DECLINED')
      return eventOf(arrived ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED', captureView(order))
    },
    deleteOrder: (id) => void orders.delete(need(id).id),
    refundAtPaypal: (id, value) => {
      const order = need(id)
      refundCapture(order, { amount: { ...order.amount, value } })
      return refundEvent()
    },
    refundEvent,
    deliver,
    fail: faults.fail,
    slowRefunds: ({ id }, isSlow) => {
      if (isSlow) slow.add(id)
      else {
        slow.delete(id)
        for (const refund of refunds.values()) refund.status = 'COMPLETED'
      }
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve([...orders.values()].filter(({ attempt }) => attempt === id).length),
    webhook: ({ id }, skew) => {
      const order = need(id)
      return Promise.resolve(
        order.capture === null
          ? eventOf('CHECKOUT.ORDER.APPROVED', view(order), skew)
          : eventOf('PAYMENT.CAPTURE.COMPLETED', captureView(order), skew),
      )
    },
    stop: server.stop,
  }
}
