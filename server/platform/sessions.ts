import type { Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from './database.ts'
import { gatherFrom } from './gather.ts'
import type { Limits } from './limits.ts'
import type { Tables } from './schema.ts'

interface Row {
  id: string
  user_id: string
  usertype: Role
  expires_at: number
  stale: boolean
}

interface Look {
  readonly tokenHash: Buffer
  /** older than this it is to be touched */
  readonly touchSeconds: number
}

/** The living session of each token, in their order. */
const selectSessions = async (db: Kysely<Tables>, looks: readonly Look[]): Promise<(Row | undefined)[]> => {
  const { rows } = await sql<Row & { place: number }>`
    select asked.place::int as place, s.id, s.user_id, u.usertype, s.expires_at,
      s.seen_at < clock_timestamp() - asked.seconds * interval '1 second' as stale
    from unnest(${looks.map(({ tokenHash }) => tokenHash)}::bytea[], ${looks.map(({ touchSeconds }) => touchSeconds)}::int[])
      with ordinality as asked (hash, seconds, place)
    join sessions s on s.token_hash = asked.hash join users u on u.id = s.user_id
    where s.revoked_at is null and s.expires_at > clock_timestamp() and u.approved and u.deleted_at is null`.execute(db)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return looks.map((_, index) => byPlace.get(index + 1))
}

/** Every call asks this first: calls that come together ask together. */
export const selectSession: (db: Kysely<Tables>, look: Look) => Promise<Row | undefined> = gatherFrom(selectSessions)

export const touchSession = async (
  db: Kysely<Tables>,
  id: string,
  limits: Limits['session'],
): Promise<number | undefined> => {
  const { rows } = await sql<{ expires_at: number }>`
    update sessions set seen_at = clock_timestamp(), expires_at = clock_timestamp() + ${limits.idleDays} * interval '1 day'
    where id = ${id} and revoked_at is null and seen_at < clock_timestamp() - ${limits.touchSeconds} * interval '1 second'
    returning expires_at`.execute(db)
  return rows[0]?.expires_at
}

interface NewSession {
  readonly userId: string
  readonly tokenHash: Buffer
  readonly idleDays: number
  readonly address: string
  readonly userAgent: string
}

/** Returns when it ends unless it is used, in ms by the database's clock. */
export const insertSession = async (tx: Tx, session: NewSession): Promise<number> => {
  const row = await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: session.userId,
      token_hash: session.tokenHash,
      expires_at: sql<Date>`clock_timestamp() + ${session.idleDays} * interval '1 day'`,
      address: session.address,
      user_agent: session.userAgent.slice(0, 300),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

export const revokeSession = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
