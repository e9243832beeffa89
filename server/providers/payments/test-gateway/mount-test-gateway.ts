import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/http/use-case.ts'
import type { Gateways } from '../gateways.ts'
import { ownGatewayPath, standInGateway } from '../stand-in-gateway.ts'
import { openDesk, type DeskOptions, type GatewayDesk } from './gateway-desk.ts'
import { tableStorage } from './gateway-order-store.ts'

const requestOf = (request: FastifyRequest): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined
  return new Request(`http://gateway.invalid${request.url}`, {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

const send = async (reply: FastifyReply, answer: Response): Promise<FastifyReply> => {
  for (const [name, value] of answer.headers) reply.header(name, value)
  return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()))
}

/**
 * Mounts the gateway's page on this server. Its API has no route: the adapter calls it in this process, so strangers
 * cannot even try to sign.
 */
const mountDesk = (fastify: FastifyInstance, desk: GatewayDesk): void => {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST'],
      url: `${ownGatewayPath}/checkout/:id`,
      handler: async (request, reply) =>
        send(reply, await desk.handle(requestOf(request), `/checkout/${(request.params as { id: string }).id}`)),
    })
  })
}

/**
 * The trial's card gateway: adapter and gateway in one process, orders in a table, webhooks to this server's address.
 */
export const mountTestGateway = ({ config, db, secret }: Platform): Gateways => {
  const key = secret.keyFor('test-gateway').toString('hex')
  let post: DeskOptions['send'] = () => Promise.resolve(0)
  const desk = openDesk({
    secret: key,
    book: tableStorage(db),
    send: (url, init) => post(url, init),
    now: Date.now,
    laterMs: config.limits.payments.trialLaterMs,
  })
  const gateway = standInGateway({
    secret: key,
    fetch: (url, init) => desk.handle(new Request(url, init), new URL(url).pathname.slice(ownGatewayPath.length)),
    now: Date.now,
    toleranceSeconds: config.limits.payments.signatureSeconds,
  })
  return {
    gateways: [gateway],
    mount: (fastify) => {
      post = async (url, { method, headers, body }) =>
        (await fastify.inject({ method, url: new URL(url).pathname, headers, payload: body })).statusCode
      mountDesk(fastify, desk)
    },
  }
}
