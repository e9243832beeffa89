import type { IncomingMessage } from 'node:http'
import type { Mark } from '@remis/domain/live/live-events'
import type { Config } from '../runtime/config.ts'
import { isFromElsewhere, refusesElsewhere } from '../security/refuse-foreign-hosts.ts'
import { isOwnOrigin } from '../http/request-origin.ts'
import { cookieName } from '../sessions/session-guard.ts'

const cookieValue = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((part) => part.trim().split('='))
    .find(([key]) => key === name)?.[1]

/** Refuses the session cookie to pages of another site; clients other than browsers send no Origin. */
export const mayOpen = (request: IncomingMessage, config: Config): boolean => {
  if (refusesElsewhere(config) && isFromElsewhere(request.headers)) return false
  const { origin, cookie } = request.headers
  if (origin === undefined) return cookieValue(cookie, cookieName(config.publicUrl)) === undefined
  return isOwnOrigin(origin, config.publicUrl, request.socket.localPort)
}

/** The token of the handshake, else the session cookie. */
export const tokenOf = (auth: unknown, request: IncomingMessage, config: Config): string | undefined => {
  const given = (auth as { token?: unknown } | undefined)?.token
  return typeof given === 'string' && given !== ''
    ? given
    : cookieValue(request.headers.cookie, cookieName(config.publicUrl))
}

/** The client's last (epoch, seq); null if it is malformed. */
export const markOf = (auth: unknown): Mark | null => {
  const mark = (auth as { mark?: unknown } | undefined)?.mark as Partial<Mark> | null | undefined
  const valid = typeof mark?.epoch === 'string' && Number.isSafeInteger(mark.seq) && (mark.seq ?? -1) >= 0
  return valid ? { epoch: mark.epoch ?? '', seq: mark.seq ?? 0 } : null
}
