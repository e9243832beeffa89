import type { AccountState } from '@remis/domain/privacy/account-data'
import { unsettledStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import { findMoneyUnderWay } from '../../payments/reconcile/money-under-way.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { notAmong } from '../../platform/database/schema/not-among.ts'
import { statusIn } from '../../platform/database/schema/status-in.ts'
import { isSuspended } from '../../platform/sessions/suspension.ts'
import { signedInSince } from './awaits-deletion.ts'

/** What blocks a deletion. Exact while the person's row is locked, for what the person does. */
export const selectAccountState = async (db: Kysely<Tables>, person: string): Promise<AccountState> => {
  // First: money that arrives after this is in the balance.
  const underWay = await findMoneyUnderWay(db, person)
  const { rows } = await sql<Omit<AccountState, keyof typeof underWay>>`
    select
      exists (select 1 from bookings where customer = u.id and ${statusIn('status', unsettledStatuses)})
        or exists (select 1 from bookings where driver = u.id and ${statusIn('status', unsettledStatuses)}) as "openBooking",
      coalesce(w.balance, 0) as balance, coalesce(w.owed, 0) as owed,
      exists (select 1 from withdrawals where user_id = u.id and processed_at is null and rejected_at is null)
        as "openWithdrawal",
      (select count(*)::int from users d where d.fleetadmin = u.id and d.deleted_at is null) as drivers,
      u.usertype = 'admin' and not exists (select 1 from users a
        where a.usertype = 'admin' and a.id <> u.id and a.approved and a.deleted_at is null
          and not ${isSuspended('a')}) as "lastAdmin"
    from users u left join wallets w on w.user_id = u.id where u.id = ${person}`.execute(db)
  const state = rows[0]
  if (state === undefined) throw new Error(`there is no account ${person}`)
  return { ...state, ...underWay }
}

/** Resolves with the time of the erasure, ms. An open request of the person stays as it is. */
export const insertDeletion = async (tx: Tx, person: string, days: number): Promise<number> => {
  const { rows } = await sql<{ due_at: number }>`
    insert into account_deletions (id, user_id, due_at)
    values (${newId()}, ${person}, clock_timestamp() + ${days} * interval '1 day')
    on conflict (user_id) where cancelled_at is null and done_at is null do update set user_id = excluded.user_id
    returning due_at`.execute(tx)
  return rows[0]?.due_at ?? 0
}

/** Of all people, or of this one. */
export const cancelOfSignedIn = async (db: Kysely<Tables>, person?: string): Promise<void> => {
  const ofPerson = person === undefined ? sql`` : sql`and user_id = ${person}`
  await sql`update account_deletions d set cancelled_at = clock_timestamp()
    where cancelled_at is null and done_at is null and ${signedInSince} ${ofPerson}`.execute(db)
}

/** When the person's last request was cancelled, ms, if it was made within `days`; the caller is signed in. */
export const findCancelled = async (db: Kysely<Tables>, person: string, days: number): Promise<number | null> => {
  const { rows } = await sql<{ at: number }>`
    select coalesce(cancelled_at, (select min(created_at) from sessions where user_id = d.user_id and created_at > d.asked_at),
      clock_timestamp()) as at
    from account_deletions d where user_id = ${person} and done_at is null
      and asked_at > clock_timestamp() - ${days} * interval '1 day'
    order by asked_at desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Ids of people with an ended grace time, longest due first, without those in `except`. */
export const listDue = async (
  db: Kysely<Tables>,
  limit: number,
  except: readonly string[],
): Promise<{ readonly id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from account_deletions where cancelled_at is null and done_at is null and due_at <= now()
      and ${notAmong('user_id', 'uuid', except)}
    order by due_at limit ${limit}`.execute(db)
  return rows
}

/** Locks the request if it is still due and the person has not signed in. */
export const lockDue = async (tx: Tx, person: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from account_deletions d where user_id = ${person} and cancelled_at is null and done_at is null
      and due_at <= clock_timestamp() and not ${signedInSince} for update skip locked`.execute(tx)
  return rows[0]?.id
}

/** Locks the bookings that an erasure changes: bookings are locked before people [design/data-17]. */
export const lockBookingsOf = async (tx: Tx, person: string): Promise<void> => {
  await sql`select from bookings where customer = ${person} or driver = ${person} order by id for no key update`.execute(
    tx,
  )
}

/** It cannot be done today: tried again in a day. */
export const postpone = async (tx: Tx, id: string): Promise<void> => {
  await sql`update account_deletions set due_at = clock_timestamp() + interval '1 day' where id = ${id}`.execute(tx)
}

export const markDone = async (tx: Tx, id: string): Promise<void> => {
  await sql`update account_deletions set done_at = clock_timestamp() where id = ${id}`.execute(tx)
}
