import { randomBytes } from 'node:crypto'
import { noFaults, type GatewayFaults } from './gateway-faults.ts'
import type { GatewayBook, GatewayOrder, GatewayRefund } from './gateway-order.ts'
import { gatewayPage } from './gateway-page.ts'
import { gatewaySigns, shopSigned } from './gateway-signature.ts'

export interface DeskOptions {
  readonly secret: string
  readonly book: GatewayBook
  /** sends a request to the shop's webhook */
  readonly send: (
    url: string,
    init: { method: 'POST'; headers: Record<string, string>; body: string },
  ) => Promise<number>
  readonly now: () => number
  /** delay of a payment "later", ms */
  readonly laterMs: number
  readonly faults?: GatewayFaults
}

/** The gateway's API for the shop and its page for the buyer. Paths are relative to its base URL. */
export interface GatewayDesk {
  handle(request: Request, path: string): Promise<Response>
  /** For tests: what a button of the page does, without a browser. */
  decide(attemptId: string, action: string): Promise<GatewayOrder | null>
  webhookOf(order: GatewayOrder): { body: string; headers: Record<string, string> }
  deliver(order: GatewayOrder): Promise<void>
}

const draw = (prefix: string): string => `${prefix}${randomBytes(16).toString('hex')}`
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const problem = (status: number, code: string): Response => json(status, { error: { code } })

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length < 2000
const isMinor = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Seconds between tries of a webhook that the shop did not accept. */
const retrySeconds = [1, 5, 30, 120]

export const openDesk = ({ secret, book, send, now, laterMs, faults = noFaults }: DeskOptions): GatewayDesk => {
  const seconds = () => Math.floor(now() / 1000)

  const pay = (order: GatewayOrder): GatewayOrder => ({
    ...order,
    status: 'paid',
    laterAt: null,
    paymentId: order.paymentId ?? draw('TP'),
  })
  /** Applies a payment "later" that is due before the order is read. */
  const fresh = async (order: GatewayOrder): Promise<GatewayOrder> =>
    order.status === 'later' && order.laterAt !== null && order.laterAt <= now()
      ? ((await book.change(order.id, (same) => (same.status === 'later' ? pay(same) : same))) ?? order)
      : order

  const viewOrder = (order: GatewayOrder) => ({
    id: order.id,
    attempt_id: order.attemptId,
    status: order.status,
    amount: faults.has(order.attemptId, 'wrong-amount') ? order.minor - 1 : order.minor,
    currency: faults.has(order.attemptId, 'wrong-currency') ? 'XTS' : order.currency,
    payment_id: faults.has(order.attemptId, 'other-payment') ? `${order.paymentId}-2` : order.paymentId,
    live: false,
  })

  const webhookOf = (order: GatewayOrder) => {
    const view = viewOrder(order)
    const body = JSON.stringify({
      id: `${view.id}:${view.status}:${view.payment_id ?? ''}`,
      payment_id: order.attemptId,
      status: view.status,
      order: view,
    })
    return {
      body,
      headers: { 'content-type': 'application/json', 'x-test-signature': gatewaySigns(secret, body, seconds()) },
    }
  }

  /** Tries a few times until the shop answers 2xx, like a real gateway. The shop finds a lost webhook by polling. */
  const deliver = async (order: GatewayOrder): Promise<void> => {
    if (faults.has(order.attemptId, 'no-webhook')) return
    for (const wait of [0, ...retrySeconds]) {
      if (wait > 0) await new Promise((done) => setTimeout(done, wait * 1000).unref())
      const status = await send(order.webhookUrl, { method: 'POST', ...webhookOf(order) }).catch(() => 0)
      if (status >= 200 && status < 300) return
    }
  }

  const decideOn = async (order: GatewayOrder, action: string): Promise<GatewayOrder> => {
    const after = await book.change(order.id, (same) => {
      if (same.status === 'paid') return same
      switch (action) {
        case 'approve':
          return pay(same)
        case 'decline':
          return { ...same, status: 'declined' }
        case 'later':
          return { ...same, status: 'later', laterAt: now() + laterMs }
        case 'close':
          return { ...same, status: 'closed' }
        default:
          return same
      }
    })
    const done = after ?? order
    if (action === 'approve' || action === 'decline') void deliver(done)
    if (action === 'later')
      setTimeout(() => {
        void (async () => {
          const found = await book.find(done.id)
          if (found !== null) await deliver(await fresh(found))
        })().catch(() => undefined)
      }, laterMs + 50).unref()
    return done
  }

  const create = async (body: Record<string, unknown>): Promise<Response> => {
    const { attempt_id, amount, currency, description, return_url, cancel_url, webhook_url } = body
    if (!isText(attempt_id) || !isMinor(amount) || !isText(currency) || !/^[A-Z]{3}$/.test(currency))
      return problem(400, 'invalid_order')
    if (!isText(description) || !isText(return_url) || !isText(cancel_url) || !isText(webhook_url))
      return problem(400, 'invalid_order')
    if (faults.has(attempt_id, 'create-error')) return problem(500, 'internal')
    const known = await book.findByAttempt(attempt_id)
    if (known !== null && (known.minor !== amount || known.currency !== currency))
      return problem(409, 'duplicate_order')
    const order: GatewayOrder = known ?? {
      id: draw('TO'),
      attemptId: attempt_id,
      minor: amount,
      currency,
      description,
      status: 'open',
      laterAt: null,
      paymentId: null,
      returnUrl: return_url,
      cancelUrl: cancel_url,
      webhookUrl: webhook_url,
      refunds: [],
    }
    if (known === null) await book.insert(order)
    if (faults.has(attempt_id, 'create-hang-after-accept')) return problem(504, 'timeout')
    return json(201, { ...viewOrder(order), page: `/checkout/${order.id}` })
  }

  const refund = async (attemptId: string, body: Record<string, unknown>): Promise<Response> => {
    const { key, amount } = body
    if (!isText(key) || !isMinor(amount)) return problem(400, 'invalid_refund')
    const order = await book.findByAttempt(attemptId)
    if (order === null || order.status !== 'paid') return problem(404, 'not_paid')
    if (faults.has(order.attemptId, 'refund-error')) return problem(500, 'internal')
    if (faults.has(order.attemptId, 'refund-later')) return problem(409, 'not_settled_yet')
    if (faults.has(order.attemptId, 'refund-refused')) return problem(422, 'refund_not_possible')
    const status = faults.has(order.attemptId, 'refund-pending') ? 'pending' : 'done'
    const after = await book.change(order.id, (same) => {
      const known = same.refunds.some((one) => one.key === key)
      const gone = same.refunds.reduce((sum, one) => sum + (one.status === 'failed' ? 0 : one.minor), 0)
      if (known || gone + amount > same.minor) return same
      return { ...same, refunds: [...same.refunds, { id: draw('TR'), key, minor: amount, status }] }
    })
    const made = after?.refunds.find((one) => one.key === key)
    if (made === undefined) return problem(422, 'refund_exceeds_payment')
    return made.minor === amount ? json(201, viewRefund(made)) : problem(409, 'duplicate_refund')
  }

  const viewRefund = ({ id, key, minor, status }: GatewayRefund) => ({ id, key, amount: minor, status })

  const viewRefundOf = async (attemptId: string, key: string): Promise<Response> => {
    const order = await book.findByAttempt(attemptId)
    if (order === null) return problem(404, 'no_order')
    const after = faults.has(attemptId, 'refund-pending')
      ? order
      : await book.change(order.id, (same) => ({
          ...same,
          refunds: same.refunds.map((one) => (one.status === 'pending' ? { ...one, status: 'done' } : one)),
        }))
    const found = after?.refunds.find((one) => one.key === key)
    return found === undefined ? problem(404, 'no_refund') : json(200, viewRefund(found))
  }

  /** The shop's calls, signed over method, path and body. */
  const api = async (request: Request, path: string): Promise<Response> => {
    const text = await request.text()
    const signed = shopSigned(
      secret,
      `${request.method} ${path}\n${text}`,
      request.headers.get('x-test-signature'),
      seconds(),
    )
    if (!signed) return problem(401, 'bad_signature')
    let body: Record<string, unknown> = {}
    try {
      if (text !== '') body = JSON.parse(text) as Record<string, unknown>
    } catch {
      return problem(400, 'not_json')
    }
    const [, order, refunds, key] = /^\/orders\/([^/]+)(?:\/(refunds)(?:\/([^/]+))?)?$/.exec(path) ?? []
    if (order !== undefined && faults.has(order, 'unauthorized')) return problem(401, 'bad_signature')
    if (request.method === 'POST' && path === '/orders') return create(body)
    if (request.method === 'POST' && order !== undefined && refunds !== undefined) return refund(order, body)
    if (request.method !== 'GET' || order === undefined) return problem(404, 'no_such_path')
    if (key !== undefined) return viewRefundOf(order, decodeURIComponent(key))
    const found = await book.findByAttempt(order)
    if (found === null) return problem(404, 'no_order')
    if (faults.has(found.attemptId, 'query-error')) return problem(500, 'internal')
    return json(200, viewOrder(await fresh(found)))
  }

  const back = (url: string): Response => new Response(null, { status: 303, headers: { location: url } })

  /** The buyer's page. Its address is the secret: 128 random bits that only the buyer was sent to. */
  const checkout = async (request: Request, id: string): Promise<Response> => {
    const found = await book.find(id)
    if (found === null) return problem(404, 'no_order')
    const order = await fresh(found)
    if (request.method === 'GET') {
      const origins = [new URL(order.returnUrl).origin, new URL(order.cancelUrl).origin]
      return gatewayPage(order, id, randomBytes(16).toString('base64url'), [...new Set(origins)])
    }
    if (request.method !== 'POST') return problem(405, 'no_such_method')
    const action = new URLSearchParams(await request.text()).get('action') ?? ''
    if (!['approve', 'decline', 'later', 'close', 'back'].includes(action)) return problem(400, 'invalid_action')
    const after = await decideOn(order, action)
    return back(after.status === 'closed' ? after.cancelUrl : after.returnUrl)
  }

  return {
    handle: (request, path) => {
      const [, id] = /^\/checkout\/(TO[0-9a-f]{32})$/.exec(path) ?? []
      return id === undefined ? api(request, path) : checkout(request, id)
    },
    decide: async (attemptId, action) => {
      const order = await book.findByAttempt(attemptId)
      return order === null ? null : decideOn(order, action)
    },
    webhookOf,
    deliver,
  }
}
