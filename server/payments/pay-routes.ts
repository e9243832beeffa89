import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCaller } from '../platform/http/caller.ts'
import { mapError } from '../platform/http/error-mapper.ts'
import { FloodLimit } from '../platform/http/flood-limit.ts'
import { isOwnOrigin } from '../platform/http/request-origin.ts'
import { addressNet } from '../platform/security/address-net.ts'
import type { PaymentsProvider, RawRequest } from '../providers/payments/payments-provider.ts'
import { handleReturn, handleCancel } from './gateway-return.ts'
import { sendOn, showPayPage } from './pay-form-page.ts'
import { submitPayment } from './pay-page/submit-payment.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { settlePayment } from './settle-payment.ts'
import { startPayment } from './start-payment.ts'

type Params = { readonly provider: string; readonly id?: string }

const paramsOf = (request: FastifyRequest): Params => request.params as Params
const bodyOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))

const rawOf = (request: FastifyRequest): RawRequest => ({
  method: request.method,
  headers: new Map(
    Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  ),
  query: new URL(request.url, 'http://remis.invalid').searchParams,
  rawBody: bodyOf(request),
  remoteIp: request.ip,
})

/** Browsers accept HTML; API clients get JSON. */
const readsPages = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/html')

/** The origin in the payer's browser: the loopback name its page was opened under, else the public address. */
const originOf = ({ config }: PaymentDeps, request: FastifyRequest): string => {
  const { origin } = request.headers
  return origin !== undefined && isOwnOrigin(origin, config.publicUrl, request.socket.localPort)
    ? origin
    : config.publicUrl
}

const statusPage = (reply: FastifyReply, paymentId: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(`/pay/status/${paymentId}`, 303)

/**
 * The routes from and to the gateways [design/payments-14]. They take forms and raw bytes, so they are no endpoints.
 */
export const payRoutes = (fastify: FastifyInstance, app: PaymentDeps): void => {
  const floods = new FloodLimit()
  const { startsPerPayer, answersPerAddress } = app.config.limits.payments

  const gatewayOf = (request: FastifyRequest): PaymentsProvider => {
    const found = app.gateways.find(({ name }) => name === paramsOf(request).provider)
    if (found === undefined) throw new AppError(404, 'not_found')
    return found
  }

  /** Of the ten posted fields only `order_id` decides anything [design/payments-15]. */
  const start = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { who } = await findCaller(app, request, reply)
    if (who.kind !== 'person') throw new AppError(401, 'not_logged_in')
    floods.count('start', who.id, startsPerPayer, Date.now())
    const gateway = gatewayOf(request)
    const fields = new URLSearchParams(bodyOf(request).toString('utf8'))
    const field = (name: string) => (fields.get(name) ?? '').slice(0, 64)
    const started = await startPayment(app, {
      who,
      gateway,
      orderId: field('order_id'),
      posted: { amount: field('amount'), currency: field('currency') },
      origin: originOf(app, request),
      address: request.ip,
    })
    return sendOn(app, reply, started, gateway.formOrigins)
  }

  const webhook = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const gateway = gatewayOf(request)
    const result = await gateway.handleWebhook(
      rawOf(request),
      AbortSignal.timeout(app.config.limits.payments.gatewayMs),
    )
    // Answered after every commit: answered earlier, a crash in between would lose the payment.
    if (result.accepted)
      for (const evidence of result.evidence) await settlePayment(app, gateway.name, evidence, 'webhook')
    else app.log.warn({ provider: gateway.name, status: result.reply.status }, 'webhook refused')
    return reply.status(result.reply.status).type(result.reply.contentType).send(result.reply.body)
  }

  /** Own errors and an unreachable gateway answer 503, so that the gateway repeats the webhook [design/payments-18]. */
  const webhookOr503 = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await webhook(request, reply)
    } catch (error) {
      if (error instanceof AppError && error.status === 404) throw error
      app.log.error({ err: error }, 'webhook not settled')
      return reply.status(503).send()
    }
  }

  const back = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id = '' } = paramsOf(request)
    await handleReturn(app, gatewayOf(request), id, rawOf(request))
    return statusPage(reply, id)
  }

  const submit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id = '' } = paramsOf(request)
    const next = await submitPayment(app, {
      gateway: gatewayOf(request),
      paymentId: id,
      request: rawOf(request),
      origin: originOf(app, request),
    })
    return next === null ? statusPage(reply, id) : showPayPage(app, reply, next)
  }

  const leave = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id = '' } = paramsOf(request)
    await handleCancel(app, gatewayOf(request), id, rawOf(request).query.get('k'))
    return statusPage(reply, id)
  }

  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (request) =>
      floods.count('pay', addressNet(request.ip), answersPerAddress, Date.now()),
    )
    scope.setErrorHandler((error, request, reply) => {
      const answer = mapError(error)
      if (answer.unknown) app.log.error({ err: error, requestId: request.id }, 'payment route failed')
      const { key } = answer.body['error'] as { key: string }
      if (readsPages(request)) return reply.redirect(`/pay/status/refused?error=${encodeURIComponent(key)}`, 303)
      if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
      return reply.status(answer.status).header('cache-control', 'no-store').send(answer.body)
    })
    scope.post('/pay/:provider', start)
    scope.post('/pay/:provider/webhook', webhookOr503)
    scope.route({ method: ['GET', 'POST'], url: '/pay/:provider/return/:id', handler: back })
    scope.post('/pay/:provider/submit/:id', submit)
    scope.get('/pay/:provider/cancel/:id', leave)
  })
}
