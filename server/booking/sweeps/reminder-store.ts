import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'

export interface Unpaid {
  readonly id: string
  readonly customer: string
  readonly amount: number
  readonly currency: string
  /** when it became PENDING, ms */
  readonly since: number
  readonly sent: number
}

const unpaid = sql`
  select b.id, b.customer, b.payable_amount as amount, b.currency, coalesce(r.sent, 0) as sent,
    (select max(e.at) from booking_events e where e.booking_id = b.id and e.to_status = 'PENDING') as since
  from bookings b left join payment_reminders r on r.booking_id = b.id
  where b.status = 'PENDING'`

/** A booking that was never looked at is listed, too: its first reminder is not known yet. */
export const selectDue = async (db: Kysely<Tables>, limit: number): Promise<Unpaid[]> => {
  const { rows } = await sql<Unpaid>`${unpaid}
    and (r.booking_id is null or r.next_at <= now()) order by b.booking_date limit ${limit}`.execute(db)
  return rows
}

/** Locks the booking if it is still unpaid; undefined: it is not, or another transaction has it. */
export const lockUnpaid = async (tx: Tx, id: string): Promise<Unpaid | undefined> => {
  const { rows } = await sql<Unpaid>`${unpaid} and b.id = ${id} for update of b skip locked`.execute(tx)
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
