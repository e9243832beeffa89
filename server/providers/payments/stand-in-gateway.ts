import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  findRefusal,
  GatewayUnreachable,
  refuseRefund,
  type Attempt,
  type Evidence,
  type PaymentOutcome,
  type PaymentsProvider,
  type RefundResult,
  type Refusals,
  type Urls,
} from './payments-provider.ts'

export interface StandInGatewayOptions {
  readonly secret: string
  /** Base URL of the gateway; when absent, under this server's address in the same process. */
  readonly baseUrl?: string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** ms */
  readonly now: () => number
  readonly toleranceSeconds: number
}

/** Path of the trial's gateway on this server. */
export const ownGatewayPath = '/pay/test/gateway'
const name = 'test'

const orderView = z.object({
  id: z.string(),
  attempt_id: z.string(),
  status: z.enum(['open', 'paid', 'declined', 'later', 'closed']),
  amount: z.int(),
  currency: z.string(),
  payment_id: z.string().nullable(),
  live: z.boolean(),
})
const created = orderView.extend({ page: z.string().regex(/^\/checkout\/\w+$/) })
const event = z.object({
  id: z.string().max(200),
  payment_id: z.string().max(64),
  status: z.string(),
  order: orderView,
})
const refundView = z.object({ id: z.string(), status: z.enum(['pending', 'done', 'failed']) })

const problem = z.object({ error: z.object({ code: z.string().max(100) }) })

/**
 * What the gateway's refusals of a refund mean. Anything else, such as a wrong signature or the error page of a proxy,
 * is no answer about the refund [design/payments-63].
 */
const refusals: Refusals = {
  refund_not_possible: 'final',
  refund_exceeds_payment: 'gone',
  not_settled_yet: 'wait',
  not_paid: 'wait',
  no_refund: 'wait',
}

/** The name of the gateway's refusal; null: the body is not the gateway's. */
const codeOf = async (answer: Response): Promise<string | null> => {
  const parsed = problem.safeParse(
    await answer
      .clone()
      .json()
      .catch(() => undefined),
  )
  return parsed.success ? parsed.data.error.code : null
}

const sign = (secret: string, text: string | Buffer, seconds: number): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(text).digest('hex')

/** Checks `t=…,v1=…` over the bytes as received, neither older nor newer than the tolerance [design/payments-33]. */
export const isSigned = (
  secret: string,
  body: Buffer,
  header: string | undefined,
  nowSeconds: number,
  toleranceSeconds: number,
): boolean => {
  const found = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '')
  if (found === null) return false
  const seconds = Number(found[1])
  const given = Buffer.from(found[2] ?? '', 'hex')
  const expected = Buffer.from(sign(secret, body, seconds), 'hex')
  return timingSafeEqual(given, expected) && Math.abs(nowSeconds - seconds) <= toleranceSeconds
}

const outcomeOf = (order: z.output<typeof orderView>): PaymentOutcome => {
  switch (order.status) {
    case 'paid':
      return {
        kind: 'paid',
        money: { minor: order.amount, currency: order.currency },
        providerPaymentId: order.payment_id ?? '',
        test: !order.live,
      }
    case 'declined':
      return { kind: 'failed', code: 'declined', retryableByBuyer: true }
    case 'later':
      return { kind: 'pending', reason: 'later' }
    case 'open':
      return { kind: 'pending', reason: 'open' }
    case 'closed':
      return { kind: 'cancelled' }
  }
}

/** The adapter of the test gateway, which calls it over HTTP like the adapter of a vendor [design/payments-32]. */
export const standInGateway = (options: StandInGatewayOptions): PaymentsProvider => {
  const { secret, now, toleranceSeconds } = options
  const baseFor = (urls: Pick<Urls, 'returnUrl'> | null): string =>
    options.baseUrl ?? `${urls === null ? 'http://gateway.invalid' : new URL(urls.returnUrl).origin}${ownGatewayPath}`

  const send = async (method: string, path: string, body: unknown, signal: AbortSignal): Promise<Response> => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const seconds = Math.floor(now() / 1000)
    const signature = `t=${seconds},v1=${sign(secret, `${method} ${path}\n${text}`, seconds)}`
    const init: RequestInit = {
      method,
      headers: { 'content-type': 'application/json', 'x-test-signature': signature },
      signal,
      redirect: 'error',
      ...(text === '' ? {} : { body: text }),
    }
    const answer = await options.fetch(baseFor(null) + path, init).catch((cause: unknown) => {
      throw new GatewayUnreachable(name, cause)
    })
    if (answer.status >= 500 || answer.status === 429) throw new GatewayUnreachable(name, answer.status)
    return answer
  }

  const read = async <T extends z.ZodType>(answer: Response, schema: T): Promise<z.output<T>> => {
    const parsed = schema.safeParse(await answer.json().catch(() => undefined))
    if (!answer.ok || !parsed.success) throw new GatewayUnreachable(name, answer.status)
    return parsed.data
  }

  const query = async (attempt: Attempt, signal: AbortSignal): Promise<Evidence> => {
    const answer = await send('GET', `/orders/${attempt.id}`, undefined, signal)
    // The gateway says that it does not know the order, so the buyer cannot have paid. Any other 404 is not its answer.
    if (answer.status === 404 && (await codeOf(answer)) === 'no_order')
      return { attemptId: attempt.id, eventKey: `query:${attempt.id}:none`, outcome: { kind: 'expired' } }
    const order = await read(answer, orderView)
    const key = order.payment_id === null ? `${attempt.id}:${order.status}` : `${order.payment_id}:${order.status}`
    return { attemptId: order.attempt_id, eventKey: `query:${key}`, outcome: outcomeOf(order) }
  }

  const refundResult = async (answer: Response): Promise<RefundResult> => {
    if (!answer.ok) {
      const code = await codeOf(answer)
      const refused = code === null ? null : findRefusal(refusals, code)
      if (refused === null) throw new GatewayUnreachable(name, answer.status)
      return refused
    }
    const made = await read(answer, refundView)
    return made.status === 'failed' ? refuseRefund('failed') : { status: made.status, providerRefundId: made.id }
  }

  return {
    name,
    formOrigins: options.baseUrl === undefined ? [] : [new URL(options.baseUrl).origin],
    takes: (currency) => /^[A-Z]{3}$/.test(currency),
    supports: ({ minor }) =>
      Number.isSafeInteger(minor) && minor > 0 ? { ok: true } : { ok: false, reason: 'precision' },
    start: async (attempt, _buyer, urls, signal) => {
      const order = {
        attempt_id: attempt.id,
        amount: attempt.money.minor,
        currency: attempt.money.currency,
        description: attempt.description,
        return_url: urls.returnUrl,
        cancel_url: urls.cancelUrl,
        webhook_url: urls.webhookUrl,
      }
      const made = await read(await send('POST', '/orders', order, signal), created)
      return { action: { kind: 'redirect', status: 303, url: baseFor(urls) + made.page }, providerRef: made.id }
    },
    handleReturn: (attempt, _request, signal) => query(attempt, signal),
    handleWebhook: ({ headers, rawBody }) => {
      const reply = (status: number) => ({ status, body: '', contentType: 'text/plain' })
      const seconds = Math.floor(now() / 1000)
      if (!isSigned(secret, rawBody, headers.get('x-test-signature'), seconds, toleranceSeconds))
        return Promise.resolve({ accepted: false, reply: { ...reply(401), status: 401 } })
      let body: unknown
      try {
        body = JSON.parse(rawBody.toString('utf8'))
      } catch {
        body = undefined
      }
      const parsed = event.safeParse(body)
      if (!parsed.success) return Promise.resolve({ accepted: false, reply: { ...reply(400), status: 400 } })
      const { id, payment_id: attemptId, order } = parsed.data
      const outcome: PaymentOutcome = order.attempt_id === attemptId ? outcomeOf(order) : { kind: 'ignored' }
      return Promise.resolve({
        accepted: true,
        evidence: [{ attemptId, eventKey: `webhook:${id}`, outcome }],
        reply: reply(200),
      })
    },
    query,
    refund: async (attempt, { key, money }, signal) =>
      refundResult(await send('POST', `/orders/${attempt.id}/refunds`, { key, amount: money.minor }, signal)),
    queryRefund: async (attempt, key, _id, signal) =>
      refundResult(await send('GET', `/orders/${attempt.id}/refunds/${encodeURIComponent(key)}`, undefined, signal)),
  }
}
