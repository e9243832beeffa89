import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../database/database.ts'
import { batchPerDatabase, inKeyOrder } from '../database/batch.ts'
import { ownerOfPerson, type KeyRow } from '../http/idempotency.ts'
import type { Tables } from '../database/schema.ts'
import { isShutOut } from './suspension.ts'
import type { Limits } from '../runtime/limits.ts'

interface Row {
  id: string
  user_id: string
  usertype: Role
  expires_at: number
  stale: boolean
  /** an admin without a second step */
  one_step: boolean
  approved: boolean
  /** null: the call has no idempotency key, or this person has not used it */
  body_hash: Buffer | null
  reply: unknown
}

/** A call's idempotency key; its row is read in the same query as the session. */
export interface KeyedCall {
  readonly endpoint: string
  readonly key: string
}

interface SessionQuery {
  readonly tokenHash: Buffer
  /** A session not touched for this long is stale. */
  readonly touchSeconds: number
  readonly keyed: KeyedCall | undefined
}

export const earlierOf = ({ body_hash, reply }: Row): KeyRow | undefined =>
  body_hash === null ? undefined : { body_hash, reply }

/** Of the row `user`: has a second step of the sign-in. */
export const hasSecondStep = (user: string) => sql<boolean>`exists (
  select from identities i where i.user_id = ${sql.ref(`${user}.id`)} and i.kind in ('totp', 'passkey'))`

/** The live session of each token, in order. */
const selectSessions = async (db: Kysely<Tables>, queries: readonly SessionQuery[]): Promise<(Row | undefined)[]> => {
  const { rows } = await sql<Row & { place: number }>`
    select asked.place::int as place, s.id, s.user_id, u.usertype, u.approved, s.expires_at,
      s.seen_at < clock_timestamp() - asked.seconds * interval '1 second' as stale, k.body_hash, k.reply,
      case when u.usertype = 'admin' then not ${hasSecondStep('u')} else false end as one_step
    from unnest(${queries.map(({ tokenHash }) => tokenHash)}::bytea[], ${queries.map(({ touchSeconds }) => touchSeconds)}::int[],
      ${queries.map(({ keyed }) => keyed?.endpoint ?? null)}::text[], ${queries.map(({ keyed }) => keyed?.key ?? null)}::text[])
      with ordinality as asked (hash, seconds, endpoint, key, place)
    join sessions s on s.token_hash = asked.hash join users u on u.id = s.user_id
    left join idempotency_keys k
      on (k.owner, k.endpoint, k.key) = (${ownerOfPerson('')} || s.user_id, asked.endpoint, asked.key)
    where s.revoked_at is null and s.expires_at > clock_timestamp() and (u.approved or u.usertype = 'driver') and u.deleted_at is null
      and not ${isShutOut('u')}`.execute(db)
  return inKeyOrder(queries, rows)
}

/** The first query of every call, batched. */
export const selectSession: (db: Kysely<Tables>, query: SessionQuery) => Promise<Row | undefined> = batchPerDatabase(
  selectSessions,
  {
    parallel: 3,
  },
)

/** Whether a session has neither ended nor expired. */
export const isOpenSession = async (db: Kysely<Tables>, id: string): Promise<boolean> => {
  const { rows } = await sql`select from sessions
    where id = ${id}::uuid and revoked_at is null and expires_at > clock_timestamp()`.execute(db)
  return rows.length > 0
}

interface Touch {
  readonly id: string
  readonly idleDays: number
  readonly touchSeconds: number
}

const touchSessions = async (db: Kysely<Tables>, touches: readonly Touch[]): Promise<(number | undefined)[]> => {
  const { rows } = await sql<{ id: string; expires_at: number }>`
    update sessions s set seen_at = clock_timestamp(), expires_at = least(clock_timestamp() + t.days * interval '1 day', s.ends_at)
    from unnest(${touches.map(({ id }) => id)}::uuid[], ${touches.map(({ idleDays }) => idleDays)}::float8[],
      ${touches.map(({ touchSeconds }) => touchSeconds)}::float8[]) as t (id, days, seconds)
    where s.id = t.id and s.revoked_at is null and s.seen_at < clock_timestamp() - t.seconds * interval '1 second'
    returning s.id, s.expires_at`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row.expires_at]))
  return touches.map(({ id }) => byId.get(id))
}

/** Extends the expiry and resolves with it; undefined if the session was touched recently or is revoked. */
export const touchSession: (db: Kysely<Tables>, touch: Touch) => Promise<number | undefined> =
  batchPerDatabase(touchSessions)

interface NewSession {
  readonly userId: string
  readonly role: Role
  readonly tokenHash: Buffer
  readonly limits: Limits['session']
  readonly address: string
  /** network of the address */
  readonly net: string
  readonly userAgent: string
}

/** The office's sessions end for good on the day they begin [design/accounts-61]. */
const hoursOf = (role: Role, { officeHours, days }: Limits['session']): number =>
  isOffice(role) ? officeHours : days * 24

/** Resolves with the expiry, in ms by the database's clock. */
export const insertSession = async (tx: Tx, session: NewSession): Promise<number> => {
  const hours = hoursOf(session.role, session.limits)
  const idleHours = Math.min(session.limits.idleDays * 24, hours)
  const row = await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: session.userId,
      token_hash: session.tokenHash,
      expires_at: sql<Date>`clock_timestamp() + ${idleHours} * interval '1 hour'`,
      ends_at: sql<Date>`clock_timestamp() + ${hours} * interval '1 hour'`,
      address: session.address,
      net: session.net,
      user_agent: session.userAgent.slice(0, 300),
      // Every sign-in asks for a password, a code or a key.
      confirmed_at: sql<Date>`clock_timestamp()`,
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

/** Ends the sessions of everyone. */
export const revokeAllSessions = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends all sessions of these people, except this one. */
export const revokeSessionsOf = async (tx: Tx, userIds: readonly string[], except?: string): Promise<void> => {
  if (userIds.length === 0) return
  let update = tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('user_id', 'in', [...userIds])
    .where('revoked_at', 'is', null)
  if (except !== undefined) update = update.where('id', '<>', except)
  await update.execute()
}

/** Ends one session of this person; false when it has ended or is another person's. */
export const revokeOwnSession = async (tx: Tx, userId: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The live sessions of a person, the last used first. */
export const liveSessionsOf = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'seen_at', 'expires_at', 'net', 'user_agent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > clock_timestamp()`)
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute()

/** The password was given again in this session. Resolves with the time until which it counts, ms. */
export const confirmSession = async (tx: Tx, id: string, seconds: number): Promise<number> => {
  const { until } = await tx
    .updateTable('sessions')
    .set({ confirmed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returning(sql<number>`confirmed_at + ${seconds} * interval '1 second'`.as('until'))
    .executeTakeFirstOrThrow()
  return until
}

/** Whether the password was given within the last `seconds` [design/money-46]. */
export const isConfirmed = async (db: Kysely<Tables>, id: string, seconds: number): Promise<boolean> => {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`confirmed_at > clock_timestamp() - ${seconds} * interval '1 second'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the live sessions of a person, or one of them. Resolves with how many. */
export const endSessionsOf = async (tx: Tx, userId: string, session?: string): Promise<number> => {
  let live = tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > clock_timestamp()`)
  if (session !== undefined) live = live.where('id', '=', session)
  return Number((await live.executeTakeFirst()).numUpdatedRows)
}
