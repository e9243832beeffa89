import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { KeyRow } from '../http/idempotency.ts'
import type { Limits } from '../runtime/limits.ts'
import type { Tables } from '../database/schema.ts'
import { earlierOf, selectSession, touchSession, type KeyedCall } from './sessions.ts'
import type { Person, Platform } from '../http/use-case.ts'

/** 256 random bits, base64url: the only form in which a token leaves the server. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The hash stored in `sessions`. A token of 256 bits needs no salt. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** `__Host-` binds the cookie to this host and to https; over http browsers would not store it. */
export const cookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-remis' : 'remis')

/** Named like the session cookie, for the same reason. */
export const deviceCookieName = (publicUrl: string): string => `${cookieName(publicUrl)}-device`

export interface FoundSession {
  readonly person: Person
  readonly expiresAt: number
  /** Not touched for `touchSeconds`: its expiry is due to be extended. */
  readonly stale: boolean
  /** The row of the call's idempotency key, if the key was used. */
  readonly earlier: KeyRow | undefined
}

/** Does it have the form of a session token? Anything else is not looked up. */
const looksLikeToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/**
 * The live session of an approved user, with the row of the call's idempotency key. `beforeApproval`: also of a driver
 * waiting for approval.
 */
export const findSession = async (
  db: Kysely<Tables>,
  token: string,
  limits: Limits['session'],
  keyed?: KeyedCall,
  beforeApproval = false,
): Promise<FoundSession | undefined> => {
  if (!looksLikeToken(token)) return undefined
  const row = await selectSession(db, { tokenHash: hashToken(token), touchSeconds: limits.touchSeconds, keyed })
  if (row !== undefined && !row.approved && !beforeApproval) return undefined
  return (
    row && {
      person: {
        kind: 'person',
        id: row.user_id,
        role: row.usertype,
        sessionId: row.id,
        ...(row.one_step ? { oneStep: true } : {}),
      },
      expiresAt: row.expires_at,
      stale: row.stale,
      earlier: earlierOf(row),
    }
  )
}

/** Extends a stale session. Resolves with the new expiry, or undefined if it did not change. */
export const renewSession = (
  db: Kysely<Tables>,
  { person, stale }: FoundSession,
  limits: Limits['session'],
): Promise<number | undefined> =>
  stale ? touchSession(db, { id: person.sessionId, ...limits }) : Promise.resolve(undefined)

/** `renewSession` in the background, for callers that do not send the expiry. */
export const renewInBackground = (
  { db, config, log }: Pick<Platform, 'db' | 'config' | 'log'>,
  found: FoundSession,
): void => {
  renewSession(db.request, found, config.limits.session).catch((error: unknown) =>
    log.warn({ err: error }, 'renewing a session failed'),
  )
}
