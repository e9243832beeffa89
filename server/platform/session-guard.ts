import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely } from 'kysely'
import type { Limits } from './limits.ts'
import type { Tables } from './schema.ts'
import type { Person } from './use-case.ts'

/** 256 random bits, base64url: the only form in which a token leaves the server. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the `sessions` table holds of a token. A token of 256 bits needs no salt. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `__Host-` binds the cookie to this host and to https; over http browsers would not store it. */
export const cookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-remis' : 'remis')

export interface Found {
  readonly person: Person
  readonly expiresAt: number
  /** The expiry was just moved on: a cookie has to be sent again. */
  readonly renewed: boolean
}

interface Row {
  id: string
  user_id: string
  usertype: Role
  expires_at: number
  stale: boolean
}

const look = async (db: Kysely<Tables>, tokenHash: Buffer, touchSeconds: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select s.id, s.user_id, u.usertype, s.expires_at,
      s.seen_at < clock_timestamp() - ${touchSeconds} * interval '1 second' as stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > clock_timestamp()
      and u.approved and u.deleted_at is null`.execute(db)
  return rows[0]
}

const touch = async (db: Kysely<Tables>, id: string, limits: Limits['session']): Promise<number | undefined> => {
  const { rows } = await sql<{ expires_at: number }>`
    update sessions set seen_at = clock_timestamp(), expires_at = clock_timestamp() + ${limits.idleDays} * interval '1 day'
    where id = ${id} and revoked_at is null and seen_at < clock_timestamp() - ${limits.touchSeconds} * interval '1 second'
    returning expires_at`.execute(db)
  return rows[0]?.expires_at
}

/** A session token as this server makes them; anything else is not looked up. */
const looksLikeToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** Whose session this is, if it lives and its user is approved. Its expiry slides, written at most once a minute. */
export const findSession = async (
  db: Kysely<Tables>,
  token: string,
  limits: Limits['session'],
): Promise<Found | undefined> => {
  if (!looksLikeToken(token)) return undefined
  const row = await look(db, hashToken(token), limits.touchSeconds)
  if (!row) return undefined
  const moved = row.stale ? await touch(db, row.id, limits) : undefined
  return {
    person: { kind: 'person', id: row.user_id, role: row.usertype, sessionId: row.id },
    expiresAt: moved ?? row.expires_at,
    renewed: moved !== undefined,
  }
}
