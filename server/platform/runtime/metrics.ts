import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackAddress } from '../http/loopback.ts'
import type { Platform } from '../http/use-case.ts'
import { countWaiting } from '../live/outbox.ts'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const hasToken = (request: FastifyRequest, token: string | undefined): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return token !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** A request from this machine that did not come through a proxy on it. */
const isLocal = (request: FastifyRequest): boolean =>
  isLoopbackAddress(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined

let ofProcess: Registry | undefined

/** Memory, garbage collection, event loop. One registry per process: its collectors cannot be stopped. */
const processMetrics = (): Registry => {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/**
 * `/metrics` for Prometheus: with the token, in a trial also from this machine. Others get a 404. In production a proxy
 * on this machine that adds no header would pass strangers on as local [design/access-73].
 */
export const serveMetrics = (
  fastify: FastifyInstance,
  { config: { mode, metricsToken }, security, db }: Pick<Platform, 'config' | 'security' | 'db'>,
): void => {
  const [process, registry] = [processMetrics(), new Registry()]
  const duration = new Histogram({
    name: 'remis_http_seconds',
    help: 'Time of a reply by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'remis_security_events',
    help: 'Security events since the start, by kind',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, count] of security.counts()) this.set({ kind }, count)
    },
  })
  new Gauge({
    name: 'remis_events_waiting',
    help: 'Events that a consumer has not handled yet; one that keeps growing has failed, see the log',
    labelNames: ['consumer'],
    registers: [registry],
    async collect() {
      this.reset()
      // Without the database the other metrics are still shown.
      const consumers = await countWaiting(db.lists).catch(() => [])
      for (const { name, waiting } of consumers) this.set({ consumer: name }, waiting)
    },
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  fastify.get('/metrics', async (request, reply) => {
    const allowed = hasToken(request, metricsToken) || (mode === 'trial' && isLocal(request))
    if (!allowed) return reply.callNotFound()
    return reply.type(registry.contentType).send(await Registry.merge([process, registry]).metrics())
  })
}
