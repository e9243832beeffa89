import { createHmac } from 'node:crypto'
import type { Attempt } from '../../providers/payments/payments-provider.ts'
import type { Delivery } from '../gateway-conformance.ts'
import { checkoutPage } from './checkout-page.ts'
import { Faults, serveVendor, type EmulatedCall, type EmulatedReply, type VendorEmulator } from './vendor-emulator.ts'

interface Session {
  readonly id: string
  readonly attempt: string
  readonly amount: number
  readonly currency: string
  readonly name: string
  readonly successUrl: string
  readonly cancelUrl: string
  readonly expiresAt: number
  status: 'open' | 'complete' | 'expired'
  intent: string | null
}

interface Refund {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly intent: string
  readonly metadata: Record<string, string>
  status: 'succeeded' | 'pending'
}

const key = 'sk_test_emulated'
const webhookSecret = 'whsec_emulated'

const error = (status: number, type: string, more: object = {}): EmulatedReply => ({
  status,
  body: { error: { type, message: type, ...more } },
})

/** `metadata[payment_id]=…` of a form as `{payment_id: …}`. */
const metadataOf = (form: URLSearchParams, name: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([field, value]) => {
      const found = field.startsWith(`${name}[`) ? field.slice(name.length + 1, -1) : null
      return found === null ? [] : [[found, value] as const]
    }),
  )

/** Stripe Checkout: sessions, the hosted page with its buttons, refunds and signed events. */
export const openStripeEmulator = async (): Promise<
  VendorEmulator & {
    readonly config: { readonly secretKey: string; readonly webhookSecret: string }
    /** a day is over: idempotency keys are forgotten */
    readonly forgetKeys: () => void
    /** refunds of the attempt */
    readonly refunds: (attempt: Pick<Attempt, 'id'>) => number
  }
> => {
  const sessions = new Map<string, Session>()
  const refunds = new Map<string, Refund>()
  const repeated = new Map<string, { readonly body: string; readonly reply: EmulatedReply }>()
  const slow = new Set<string>()
  /** payment intents that the payer disputes */
  const disputed = new Set<string>()
  const faults = new Faults()
  let ids = 0
  const draw = (prefix: string): string => `${prefix}_test_${(++ids).toString().padStart(8, '0')}`

  const view = (session: Session, base: string) => ({
    id: session.id,
    object: 'checkout.session',
    amount_total: session.amount,
    currency: session.currency,
    client_reference_id: session.attempt,
    livemode: false,
    payment_intent: session.intent,
    payment_status: session.intent === null ? 'unpaid' : 'paid',
    status: session.status,
    url: session.status === 'open' ? `${base}/c/pay/${session.id}` : null,
  })
  const refundView = ({ intent, ...refund }: Refund) => ({ ...refund, object: 'refund', payment_intent: intent })
  const byAttempt = (attempt: string) => [...sessions.values()].find((session) => session.attempt === attempt)
  const need = (attempt: string): Session => {
    const session = byAttempt(attempt)
    if (session === undefined) throw new Error(`no session of ${attempt}`)
    return session
  }
  const pay = (session: Session): void => {
    session.status = 'complete'
    session.intent ??= draw('pi')
  }

  const createSession = (form: URLSearchParams): EmulatedReply => {
    const field = (name: string) => form.get(name) ?? ''
    const amount = field('line_items[0][price_data][unit_amount]')
    const expiresAt = Number(field('expires_at'))
    const seconds = expiresAt - Date.now() / 1000
    if (field('allowed_payment_method_types[0]') !== 'card') return error(400, 'invalid_request_error')
    if (form.has('payment_method_types[0]')) return error(400, 'invalid_request_error', { code: 'parameter_unknown' })
    if (field('mode') !== 'payment' || field('line_items[0][quantity]') !== '1' || !/^\d+$/.test(amount))
      return error(400, 'invalid_request_error', { param: 'line_items' })
    if (!/^[a-z]{3}$/.test(field('line_items[0][price_data][currency]')))
      return error(400, 'invalid_request_error', { param: 'currency' })
    if (!(seconds >= 30 * 60 && seconds <= 24 * 3600))
      return error(400, 'invalid_request_error', { param: 'expires_at' })
    const session: Session = {
      id: draw('cs'),
      attempt: field('client_reference_id'),
      amount: Number(amount),
      currency: field('line_items[0][price_data][currency]'),
      name: field('line_items[0][price_data][product_data][name]'),
      successUrl: field('success_url'),
      cancelUrl: field('cancel_url'),
      expiresAt,
      status: 'open',
      intent: null,
    }
    sessions.set(session.id, session)
    return { status: 200, body: view(session, url()) }
  }

  const createRefund = (form: URLSearchParams): EmulatedReply => {
    const intent = form.get('payment_intent') ?? ''
    const session = [...sessions.values()].find((one) => one.intent === intent)
    if (session === undefined) return error(404, 'invalid_request_error', { code: 'resource_missing' })
    if (faults.is(session.attempt, 'refund')) return error(500, 'api_error')
    if (faults.is(session.attempt, 'refund-for-good'))
      return error(400, 'invalid_request_error', { code: 'charge_not_refundable' })
    if (disputed.has(intent)) return error(400, 'invalid_request_error', { code: 'charge_disputed' })
    const given = [...refunds.values()].filter((one) => one.intent === intent).reduce((sum, one) => sum + one.amount, 0)
    const amount = Number(form.get('amount') ?? session.amount - given)
    if (given === session.amount) return error(400, 'invalid_request_error', { code: 'charge_already_refunded' })
    if (amount > session.amount - given) return error(400, 'invalid_request_error', { param: 'amount' })
    const refund: Refund = {
      id: draw('re'),
      amount,
      currency: session.currency,
      intent,
      metadata: metadataOf(form, 'metadata'),
      status: slow.has(session.attempt) ? 'pending' : 'succeeded',
    }
    refunds.set(refund.id, refund)
    return { status: 200, body: refundView(refund) }
  }

  /** The same key with the same body is the same answer, whatever it was; with another body it is an error. */
  const once = ({ headers, body }: EmulatedCall, make: () => EmulatedReply): EmulatedReply => {
    const id = headers['idempotency-key']
    if (id === undefined) return make()
    const text = body.toString()
    const known = repeated.get(id)
    if (known !== undefined)
      return known.body === text ? known.reply : error(400, 'idempotency_error', { code: 'idempotency_key_in_use' })
    const reply = make()
    repeated.set(id, { body: text, reply })
    return reply
  }

  const page = (session: Session): EmulatedReply =>
    checkoutPage(
      `${session.name}: ${session.currency} ${session.amount}`,
      `/stripe/c/pay/${session.id}`,
      { pay: 'Pay', decline: 'Pay with a declined card' },
      session.cancelUrl,
    )

  const onPage = ({ method, path }: EmulatedCall): EmulatedReply => {
    const [, , , id = '', button] = path.split('/')
    const session = sessions.get(id)
    if (session === undefined || session.status !== 'open') return { status: 404, body: 'This page has expired.' }
    if (method !== 'POST') return page(session)
    if (button !== 'pay') return { ...page(session), body: 'Your card was declined.' }
    pay(session)
    return { status: 303, location: session.successUrl }
  }

  const onApi = (call: EmulatedCall): EmulatedReply | 'lost' => {
    const { method, path, query, headers, body } = call
    const form = new URLSearchParams(body.toString())
    const id = path.split('/').at(-1) ?? ''
    const attempt =
      form.get('client_reference_id') ??
      sessions.get(id)?.attempt ??
      [...sessions.values()].find((one) => one.intent === form.get('payment_intent'))?.attempt ??
      ''
    if (headers['authorization'] !== `Bearer ${key}` || faults.is(attempt, 'credentials'))
      return error(401, 'invalid_request_error', { message: 'Invalid API Key provided' })
    if (headers['stripe-version'] === undefined) return error(400, 'invalid_request_error')
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      if (faults.is(attempt, 'create')) return error(500, 'api_error')
      const reply = once(call, () => createSession(form))
      return faults.is(attempt, 'create-answer') ? 'lost' : reply
    }
    if (method === 'POST' && path === '/v1/refunds') return once(call, () => createRefund(form))
    const session = sessions.get(id)
    if (path.startsWith('/v1/checkout/sessions/') && session !== undefined)
      return faults.is(attempt, 'query') ? error(500, 'api_error') : { status: 200, body: view(session, url()) }
    if (method === 'GET' && path === '/v1/refunds') {
      const data = [...refunds.values()].filter((one) => one.intent === query.get('payment_intent'))
      return { status: 200, body: { object: 'list', url: path, has_more: false, data: data.map(refundView) } }
    }
    const refund = refunds.get(id)
    if (path.startsWith('/v1/refunds/') && refund !== undefined) return { status: 200, body: refundView(refund) }
    const paid = [...sessions.values()].find((one) => one.intent === id)
    if (path.startsWith('/v1/payment_intents/') && paid !== undefined)
      return { status: 200, body: { id, object: 'payment_intent', metadata: { payment_id: paid.attempt } } }
    return error(404, 'invalid_request_error', { code: 'resource_missing' })
  }

  const server = await serveVendor('stripe', (call) => (call.path.startsWith('/c/pay/') ? onPage(call) : onApi(call)))
  const url = (): string => server.url

  const signed = (event: object, clockSkewSeconds = 0): Delivery => {
    const body = JSON.stringify(event)
    const seconds = Math.floor(Date.now() / 1000) + clockSkewSeconds
    const v1 = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')
    return { headers: new Map([['stripe-signature', `t=${seconds},v1=${v1}`]]), rawBody: Buffer.from(body) }
  }

  return {
    url: server.url,
    config: { secretKey: key, webhookSecret },
    approve: ({ id }) => Promise.resolve(pay(need(id))),
    // A declined card leaves the page open.
    decline: () => Promise.resolve(),
    leave: () => Promise.resolve(),
    fail: faults.fail,
    forgetKeys: () => repeated.clear(),
    refunds: ({ id }) => [...refunds.values()].filter(({ intent }) => intent === need(id).intent).length,
    slowRefunds: ({ id }, isSlow) => {
      if (isSlow) slow.add(id)
      else {
        slow.delete(id)
        for (const refund of refunds.values()) refund.status = 'succeeded'
      }
      return Promise.resolve()
    },
    orders: ({ id }) => Promise.resolve([...sessions.values()].filter((session) => session.attempt === id).length),
    chargeBack: ({ id }) => {
      const { amount, currency, intent } = need(id)
      if (intent !== null) disputed.add(intent)
      const dispute = { id: draw('du'), object: 'dispute', amount, currency, payment_intent: intent, metadata: {} }
      return Promise.resolve(
        ['charge.dispute.created', 'charge.dispute.funds_withdrawn'].map((type) =>
          signed({ id: draw('evt'), object: 'event', type, data: { object: dispute } }),
        ),
      )
    },
    webhook: ({ id }, clockSkewSeconds = 0) => {
      const session = need(id)
      const type = session.intent === null ? 'checkout.session.expired' : 'checkout.session.completed'
      const event = { id: `evt_${session.id}`, object: 'event', type, data: { object: view(session, server.url) } }
      return Promise.resolve(signed(event, clockSkewSeconds))
    },
    stop: server.stop,
  }
}
