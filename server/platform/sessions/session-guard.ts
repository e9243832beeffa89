import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { KeyRow } from '../http/idempotency.ts'
import type { Limits } from '../runtime/limits.ts'
import type { Tables } from '../database/schema.ts'
import { earlierOf, selectSession, touchSession, type KeyedCall } from './sessions.ts'
import type { Person, Platform } from '../http/use-case.ts'

/** 256 random bits, base64url: the only form in which a token leaves the server. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the `sessions` table holds of a token. A token of 256 bits needs no salt. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** `__Host-` binds the cookie to this host and to https; over http browsers would not store it. */
export const cookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-remis' : 'remis')

export interface Found {
  readonly person: Person
  readonly expiresAt: number
  /** Not touched for a minute: its expiry is to be moved on. */
  readonly stale: boolean
  /** The keyed call was made before. */
  readonly earlier: KeyRow | undefined
}

/** A session token as this server makes them; anything else is not looked up. */
const looksLikeToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** Whose session this is, if it lives and its user is approved; and whether `keyed`, a call of theirs, was made before. */
export const findSession = async (
  db: Kysely<Tables>,
  token: string,
  limits: Limits['session'],
  keyed?: KeyedCall,
): Promise<Found | undefined> => {
  if (!looksLikeToken(token)) return undefined
  const row = await selectSession(db, { tokenHash: hashToken(token), touchSeconds: limits.touchSeconds, keyed })
  return (
    row && {
      person: { kind: 'person', id: row.user_id, role: row.usertype, sessionId: row.id },
      expiresAt: row.expires_at,
      stale: row.stale,
      earlier: earlierOf(row),
    }
  )
}

/** A session's expiry slides, written at most once a minute. Answers the new one, if it has moved. */
export const renewSession = (
  db: Kysely<Tables>,
  { person, stale }: Found,
  limits: Limits['session'],
): Promise<number | undefined> =>
  stale ? touchSession(db, { id: person.sessionId, ...limits }) : Promise.resolve(undefined)

/** The same for a caller who is told no expiry and need not wait for it. */
export const renewBehind = ({ db, config, log }: Pick<Platform, 'db' | 'config' | 'log'>, found: Found): void => {
  renewSession(db.request, found, config.limits.session).catch((error: unknown) =>
    log.warn({ err: error }, 'a session could not be renewed'),
  )
}
