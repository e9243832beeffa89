import { readTrackerReport, trackerFields, trackerPath } from '@remis/domain/tracking/tracker-protocols'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mapError } from '../../platform/http/error-mapper.ts'
import { FloodLimit } from '../../platform/http/flood-limit.ts'
import { addressNet } from '../../platform/security/address-net.ts'
import { hashToken } from '../../platform/sessions/session-guard.ts'
import { storeReadings } from '../store-fixes.ts'
import { findTrackedDriver, markTrackerUsed } from './tracker-store.ts'
import type { TrackingDeps } from '../tracking-deps.ts'

/** 500 positions of the Traccar client. */
const mostBytes = 400_000
/** A form holds one position. */
const mostFormBytes = 4096

/** The fields of a query or a form; the first of a name counts. Other names are not looked at: a call can have many. */
const fieldsOf = (text: string) => {
  const fields = new URLSearchParams(text)
  return Object.fromEntries(
    trackerFields.flatMap((name) => {
      const value = fields.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

const queryOf = ({ url }: FastifyRequest): string => url.split('?', 2)[1] ?? ''

const unreadable = () => new AppError(400, 'invalid_input')

/** JSON, or undefined for a body that is not JSON; a broken one is 400. */
const jsonOf = (body: string): unknown => {
  if (!body.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new AppError(400, 'invalid_input', { cause: error })
  }
}

/**
 * Where a driver's companion app posts positions, in the formats of OsmAnd and Traccar [design/tracking-31]. The apps
 * decide the format and expect an empty answer, so this is no endpoint. The token may be in the address, so no address
 * is logged here.
 */
export const mountTracker = (fastify: FastifyInstance, app: TrackingDeps): void => {
  const { floodPerAddress, floods, tracking } = app.config.limits
  const limit = new FloodLimit()

  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const now = Date.now()
    const body = typeof request.body === 'string' ? request.body : ''
    const [query, json] = [queryOf(request), jsonOf(body)]
    if (json === undefined && body.length > mostFormBytes) throw new AppError(413, 'body_too_large')
    const report = readTrackerReport(fieldsOf(query === '' && json === undefined ? body : query), json, now)
    const driver = await findTrackedDriver(app.db.request, hashToken(report.token))
    if (driver === null) throw new AppError(404, 'not_found')
    request.accountId = driver
    limit.count('driver', driver, floods.position, now)
    if (report.readings.length === 0 || report.readings.length > tracking.fixesPerBatch) throw unreadable()
    await storeReadings(app, driver, report.readings)
    await markTrackerUsed(app.db.request, driver)
    return reply.status(200).header('cache-control', 'no-store').send()
  }

  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async (request) =>
      limit.count('address', addressNet(request.ip), floodPerAddress, Date.now()),
    )
    scope.setErrorHandler((error, request, reply) => {
      const { status, key, unknown, retryAfter } = mapError(error)
      if (unknown) app.log.error({ err: error, requestId: request.id }, 'a tracker’s position was not stored')
      request.refusalKey = key
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      return reply.status(status).header('cache-control', 'no-store').send()
    })
    const config = { frequent: true }
    scope.route({ method: ['GET', 'POST'], url: trackerPath, config, exposeHeadRoute: false, handler: take })
  })
}
