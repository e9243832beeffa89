import type { Endpoint } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRow } from './idempotency.ts'
import type { KeyedCall } from '../sessions/sessions.ts'
import type { Platform, Who } from './use-case.ts'
import { isOwnOrigin } from './request-origin.ts'
import {
  cookieName,
  deviceCookieName,
  findSession,
  renewInBackground,
  renewSession,
} from '../sessions/session-guard.ts'
import { readVisitorToken } from '../sessions/visitor-token.ts'

const bearer = (request: FastifyRequest): string | undefined => {
  const [scheme, token, ...more] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && more.length === 0 ? token : undefined
}

const isWrite = (request: FastifyRequest): boolean => request.method !== 'GET' && request.method !== 'HEAD'

const warned = new WeakSet<Platform>()

/** Warns once that our own pages are refused, which means that PUBLIC_URL is wrong [design/access-116]. */
const warnOfAddress = (app: Platform, origin: string, host: string): void => {
  if (warned.has(app) || !URL.canParse(origin) || new URL(origin).hostname !== host) return
  warned.add(app)
  const { publicUrl } = app.config
  app.log.warn(
    { origin, publicUrl },
    'origin_refused: people open another address than PUBLIC_URL, so they cannot write',
  )
}

/**
 * A browser's cross-site write carries the other site's Origin; our own pages send our Origin or `sec-fetch-site:
 * same-origin`.
 */
const refuseForeignPages = (app: Platform, request: FastifyRequest, byCookie: boolean): void => {
  const origin = request.headers.origin
  if (origin !== undefined) {
    if (isOwnOrigin(origin, app.config.publicUrl, request.socket.localPort)) return
    warnOfAddress(app, origin, request.hostname)
    throw new AppError(403, 'origin_refused')
  } else if (byCookie && request.headers['sec-fetch-site'] !== 'same-origin') throw new AppError(403, 'origin_refused')
}

/**
 * Refuses files requested by pages of other sites. The reader's browser would send the cookie, so the request would
 * write to the audit log and block the reader's own export [design/access-119]. Old browsers do not send the header.
 */
export const refuseForeignDownload = (request: FastifyRequest): void => {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new AppError(403, 'origin_refused')
}

const cookieFlags = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const

export const cookieOf = (app: Platform, reply: FastifyReply) => ({
  set: (token: string, expiresAt: number) =>
    void reply.setCookie(cookieName(app.config.publicUrl), token, {
      ...cookieFlags(app.config.publicUrl),
      expires: new Date(expiresAt),
    }),
  clear: () => void reply.clearCookie(cookieName(app.config.publicUrl), cookieFlags(app.config.publicUrl)),
})

/**
 * The token of the browser. It opens no session; it only shows accounts that this browser has signed in before
 * [design/accounts-60].
 */
export const deviceOf = ({ config }: Platform, request: FastifyRequest, reply: FastifyReply) => ({
  token: request.cookies[deviceCookieName(config.publicUrl)],
  remember: (token: string) =>
    void reply.setCookie(deviceCookieName(config.publicUrl), token, {
      ...cookieFlags(config.publicUrl),
      maxAge: config.limits.signIn.deviceDays * 86_400,
    }),
})

interface Caller {
  readonly who: Who
  /** The stored answer of a person's earlier call with the same key, read in the session query; undefined: none. */
  readonly earlier?: KeyRow | undefined
}

const anyone: Caller = { who: { kind: 'anyone' } }

/** The caller by bearer token (of a session or a visitor), else by session cookie, else anyone. */
export const findCaller = async (
  app: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  keyed?: KeyedCall,
  beforeApproval = false,
): Promise<Caller> => {
  const { config, db } = app
  const token = bearer(request)
  const cookie = request.cookies[cookieName(config.publicUrl)]
  // Also beside a bearer token, which a foreign page can send as well [design/access-75].
  if (isWrite(request)) refuseForeignPages(app, request, token === undefined && cookie !== undefined)
  if (token !== undefined) {
    const visitor = readVisitorToken(app.secret, token, Date.now())
    if (visitor !== undefined) return { who: { kind: 'visitor', id: visitor } }
    const found = await findSession(db.request, token, config.limits.session, keyed, beforeApproval)
    if (!found) return anyone
    renewInBackground(app, found)
    return { who: found.person, earlier: found.earlier }
  }
  if (cookie === undefined) return anyone
  const found = await findSession(db.request, cookie, config.limits.session, keyed, beforeApproval)
  if (!found) return anyone
  const expiresAt = await renewSession(db.request, found, config.limits.session)
  if (expiresAt !== undefined) cookieOf(app, reply).set(cookie, expiresAt)
  return { who: found.person, earlier: found.earlier }
}

/** 401 without a valid session or token, 403 for a role that the endpoint does not name. */
export const admit = (endpoint: Endpoint, who: Who): void => {
  const roles: readonly string[] = endpoint.roles
  if (roles.includes('anyone')) return
  if (who.kind === 'anyone') throw new AppError(401, 'not_logged_in')
  const role = who.kind === 'visitor' ? 'visitor' : who.role
  if (roles.includes(role)) return
  throw who.kind === 'visitor'
    ? new AppError(401, 'not_logged_in')
    : new AppError(403, endpoint.roleRefusal ?? 'forbidden')
}
