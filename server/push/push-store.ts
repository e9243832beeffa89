import type { Role } from '@remis/domain/kit/endpoint'
import type { Screen } from '@remis/domain/live/live-events'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { receiver } from './device-store.ts'

/** Notices and notifications of the office have separate sweeps, so that a large notification delays no notice. */
export type Lane = 'notices' | 'notifications'

const laneColumn = { notices: sql.ref('notice_id'), notifications: sql.ref('notification_id') } as const

/** The devices of the readers of these notices, each with the notice's kind and age (s). */
export const devicesForNotices = async (db: Kysely<Tables>, notices: readonly string[]) =>
  (
    await sql<{ notice_id: string; user_id: string; token_hash: Buffer; message: string; age: number }>`
      select n.id as notice_id, n.user_id, t.token_hash, n.message,
        extract(epoch from clock_timestamp() - n.created_at)::float8 as age
      from notices n join push_tokens t on t.user_id = n.user_id join (${receiver}) on s.id = t.session_id
      where n.id = any(${[...notices]}::uuid[])`.execute(db)
  ).rows

interface NewPush {
  readonly noticeId: string
  readonly userId: string
  readonly hash: Buffer
  /** s */
  readonly life: number
}

/** At most one per notice and device, however often it is added [invariants-E4]. */
export const insertPushes = async (tx: Tx, pushes: readonly NewPush[]): Promise<void> => {
  if (pushes.length === 0) return
  await sql`insert into pushes (id, user_id, token_hash, notice_id, next_try_at, expires_at)
    select gen_random_uuid(), p.user_id, p.hash, p.notice, clock_timestamp(), clock_timestamp() + p.life * interval '1 second'
    from unnest(${pushes.map(({ userId }) => userId)}::uuid[], ${pushes.map(({ hash }) => hash)}::bytea[],
      ${pushes.map(({ noticeId }) => noticeId)}::uuid[], ${pushes.map(({ life }) => life)}::float8[])
      as p (user_id, hash, notice, life)
    on conflict do nothing`.execute(tx)
}

/** A push with everything needed to render it. Its device is read right before it is sent: it may change hands. */
export interface DuePush {
  readonly id: string
  readonly user_id: string
  readonly token_hash: Buffer
  readonly tries: number
  /** ms */
  readonly expires_at: number
  readonly now: number
  readonly language: string | null
  readonly usertype: Role
  readonly first_name: string
  readonly message: string | null
  readonly params: Readonly<Record<string, string | number>> | null
  readonly screen: Screen | null
  readonly booking_id: string | null
  readonly seen_at: number | null
  readonly age_ms: number | null
  readonly notification_id: string | null
  /** null: the notification was deleted */
  readonly title: string | null
  readonly body: string | null
}

/** Claims the next due pushes for the lease; after it they are due again, so that a crash loses none. */
export const claimDuePushes = async (
  db: Kysely<Tables>,
  lane: Lane,
  { most, leaseSeconds }: { readonly most: number; readonly leaseSeconds: number },
): Promise<DuePush[]> => {
  const { rows } = await sql<DuePush>`
    with claimed as (
      update pushes set next_try_at = clock_timestamp() + ${leaseSeconds} * interval '1 second'
      where id in (select id from pushes
        where state = 'waiting' and ${laneColumn[lane]} is not null and next_try_at <= now()
        order by next_try_at limit ${most} for update skip locked) returning *)
    select p.id, p.user_id, p.token_hash, p.tries, p.expires_at, clock_timestamp() as now, u.language, u.usertype,
      u.first_name, n.message, n.params, n.screen, n.booking_id, n.seen_at,
      (1000 * extract(epoch from clock_timestamp() - n.created_at))::float8 as age_ms,
      p.notification_id, c.sent_title as title, c.sent_body as body
    from claimed p join users u on u.id = p.user_id
    left join notices n on n.id = p.notice_id and n.user_id = p.user_id
    left join notifications c on c.id = p.notification_id and c.deleted_at is null`.execute(db)
  return rows
}

/** A push service accepted it. */
export const markPushSent = async (db: Kysely<Tables>, id: string): Promise<void> => {
  await sql`update pushes set state = 'sent', sent_at = clock_timestamp(), next_try_at = null, detail = '', tries = tries + 1
    where id = ${id} and state = 'waiting'`.execute(db)
}

export const markPushFailed = async (db: Kysely<Tables>, id: string, detail: string): Promise<void> => {
  await sql`update pushes set state = 'failed', next_try_at = null, detail = ${detail}
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** `at`: ms since 1970 */
export const postponePush = async (db: Kysely<Tables>, id: string, at: number, detail: string): Promise<void> => {
  await sql`update pushes set next_try_at = ${new Date(at)}, tries = tries + 1, detail = ${detail}
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** Only a push of this user, and only the first time. */
export const markPushShown = async (tx: Tx, id: string, userId: string): Promise<void> => {
  await sql`update pushes set shown_at = clock_timestamp()
    where id = ${id} and user_id = ${userId} and shown_at is null`.execute(tx)
}

/** Deletes old pushes of notices, at most `deletedAtOnce`. */
export const deleteOldPushes = async (
  db: Kysely<Tables>,
  { keepDays, deletedAtOnce }: { readonly keepDays: number; readonly deletedAtOnce: number },
): Promise<void> => {
  await sql`delete from pushes where id in (select id from pushes where notice_id is not null
    and created_at < now() - ${keepDays} * interval '1 day' limit ${deletedAtOnce})`.execute(db)
}

/**
 * Deletes pushes of notifications that are deleted or were last sent `notificationDays` ago [design/push-35], at most
 * `deletedAtOnce`; resolves with their number. It looks each notification up in the index of pushes: a join of all
 * pushes would read those of all years at each turn.
 */
export const deletePushesOfNotifications = async (
  db: Kysely<Tables>,
  { notificationDays, deletedAtOnce }: { readonly notificationDays: number; readonly deletedAtOnce: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`delete from pushes where id in (
    select p.id from notifications c
      cross join lateral (select id from pushes where notification_id = c.id limit ${deletedAtOnce}) p
      where c.deleted_at is not null or c.sent_at < now() - ${notificationDays} * interval '1 day'
      limit ${deletedAtOnce})`.execute(db)
  return Number(numAffectedRows)
}

export interface Audience {
  /** null: one that no device has had */
  readonly notificationId: string | null
  readonly usertype: 'All' | 'rider' | 'driver'
  readonly devicetype: 'All' | 'ANDROID' | 'IOS'
}

/**
 * Devices of these people that get messages, and that neither got the notification nor will get it. A device whose push
 * failed counts as one that did not get it: the push service refused it, or it belonged to someone else.
 */
const audienceOf = ({ notificationId, usertype, devicetype }: Audience) => sql`
  from push_tokens t join (${receiver}) on s.id = t.session_id
  where u.usertype = any(${usertype === 'All' ? ['rider', 'driver'] : [usertype]}::text[])
    and (${devicetype}::text = 'All' or t.platform = ${devicetype}::text)
    and not exists (select from pushes p where p.notification_id = ${notificationId}::uuid and p.token_hash = t.token_hash
      and p.state <> 'failed')`

export const hasAudience = async (db: Kysely<Tables>, audience: Audience): Promise<boolean> =>
  (await sql`select 1 ${audienceOf(audience)} limit 1`.execute(db)).rows.length > 0

export const countAudience = async (db: Kysely<Tables>, audience: Audience): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count ${audienceOf(audience)}`.execute(db)).rows[0]?.count ?? 0

/**
 * Adds pushes for the next devices of the audience, those after the device `through`; a failed push is queued again,
 * for the device's current user. Resolves with the number of new pushes and the last device, or null after the last
 * page. A device gets a notification at most once [invariants-E4].
 */
export const insertAudience = async (
  tx: Tx,
  audience: Audience,
  { through, most, hours }: { readonly through: number; readonly most: number; readonly hours: number },
): Promise<{ readonly added: number; readonly through: number | null }> => {
  const { rows } = await sql<{ found: number; added: number; last: number | null }>`
    with page as (select t.id, t.user_id, t.token_hash ${audienceOf(audience)} and t.id > ${through}
        order by t.id limit ${most}),
      added as (insert into pushes (id, user_id, token_hash, notification_id, next_try_at, expires_at)
        select gen_random_uuid(), user_id, token_hash, ${audience.notificationId}::uuid, clock_timestamp(),
          clock_timestamp() + ${hours} * interval '1 hour' from page
        on conflict (notification_id, token_hash) where notification_id is not null do update set state = 'waiting',
          user_id = excluded.user_id, tries = 0, detail = '', next_try_at = excluded.next_try_at,
          expires_at = excluded.expires_at
          where pushes.state = 'failed'
        returning xmax = 0 as fresh)
    select (select count(*)::int from page) as found, (select count(*)::int from added where fresh) as added,
      (select max(id) from page) as last`.execute(tx)
  const { found = 0, added = 0, last = null } = rows[0] ?? {}
  return { added, through: found < most ? null : last }
}
