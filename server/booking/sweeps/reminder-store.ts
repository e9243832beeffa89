import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { notAmong } from '../../platform/database/schema/not-among.ts'

export interface Unpaid {
  readonly id: string
  readonly customer: string
  readonly amount: number
  readonly currency: string
  /** when it became PENDING, ms; a choice to pay by card leaves it PENDING and does not count */
  readonly since: number
  readonly sent: number
}

const columns = sql`b.id, b.customer, b.payable_amount as amount, b.currency, coalesce(r.sent, 0) as sent,
  (select max(e.at) from booking_events e where e.booking_id = b.id and e.to_status = 'PENDING'
    and e.from_status is distinct from 'PENDING') as since`

/** Trips that ended earlier get no first reminder: the last one comes after 43 days. */
const newDays = 50

/**
 * Due reminders, and bookings without a scheduled first reminder. At most `limit` in all, without the bookings of
 * `except`.
 */
export const selectDue = async (db: Kysely<Tables>, limit: number, except: readonly string[]): Promise<Unpaid[]> => {
  const others = notAmong('b.id', 'text', except)
  const { rows } = await sql<Unpaid>`
    (select ${columns} from payment_reminders r join bookings b on b.id = r.booking_id
      where r.next_at <= now() and b.status = 'PENDING' and ${others} order by r.next_at limit ${limit})
    union all
    (select ${columns} from bookings b left join payment_reminders r on r.booking_id = b.id
      where b.status = 'PENDING' and b.reached_at > now() - ${newDays} * interval '1 day' and r.booking_id is null
      and ${others} order by b.reached_at limit ${limit})
    limit ${limit}`.execute(db)
  return rows
}

/** Deletes the due reminders of bookings that were paid meanwhile, a limited number at a time. */
export const deletePaid = async (db: Kysely<Tables>): Promise<void> => {
  await sql`delete from payment_reminders where booking_id in (
    select r.booking_id from payment_reminders r join bookings b on b.id = r.booking_id
    where r.next_at <= now() and b.status <> 'PENDING' limit 1000)`.execute(db)
}

/** Locks the booking if it is still unpaid; undefined: it is not, or another transaction has it. */
export const lockUnpaid = async (tx: Tx, id: string): Promise<Unpaid | undefined> => {
  const { rows } = await sql<Unpaid>`
    select ${columns} from bookings b left join payment_reminders r on r.booking_id = b.id
    where b.status = 'PENDING' and b.id = ${id} for update of b skip locked`.execute(tx)
  return rows[0]
}

export const setReminder = async (tx: Tx, bookingId: string, sent: number, next: number | null): Promise<void> => {
  const row = { sent, next_at: next === null ? null : new Date(next) }
  await tx
    .insertInto('payment_reminders')
    .values({ booking_id: bookingId, ...row })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(row))
    .execute()
}
