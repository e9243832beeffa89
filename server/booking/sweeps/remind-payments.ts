import { nextReminder } from '@remis/domain/booking/payment-reminders'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { MoveDeps } from '../booking-deps.ts'

/** Bookings per turn. */
const perTurn = 50

interface Unpaid {
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
const listDue = async (db: Kysely<Tables>): Promise<Unpaid[]> => {
  const { rows } = await sql<Unpaid>`${unpaid}
    and (r.booking_id is null or r.next_at <= clock_timestamp()) order by b.booking_date limit ${perTurn}`.execute(db)
  return rows
}

const setReminder = async (tx: Tx, bookingId: string, sent: number, next: number | null): Promise<void> => {
  const row = { sent, next_at: next === null ? null : new Date(next) }
  await tx
    .insertInto('payment_reminders')
    .values({ booking_id: bookingId, ...row })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(row))
    .execute()
}

const remind = (app: MoveDeps, id: string): Promise<void> =>
  app.db.transact(async (tx) => {
    const { rows } = await sql<Unpaid>`${unpaid} and b.id = ${id} for update of b skip locked`.execute(tx)
    const [booking] = rows
    if (booking === undefined) return
    const { since, sent, customer, amount, currency } = booking
    const due = nextReminder(since, sent)
    if (due === null || due > (await nowMs(tx))) return setReminder(tx, id, sent, due)
    const total = toMajor(amount, exponentOf(currency))
    await app.notify(tx, [
      { user: customer, message: 'notice_payment_due', params: { total }, screen: 'BookedCab', bookingId: id },
    ])
    await setReminder(tx, id, sent + 1, nextReminder(since, sent + 1))
  })

/** Sweep: reminds riders of bookings that wait for their payment [design/money-49]. */
export const remindPayments = async (app: MoveDeps): Promise<void> => {
  for (const { id } of await listDue(app.db.jobs))
    await remind(app, id).catch((error: unknown) =>
      app.log.error({ err: error, booking: id }, 'could not remind a rider'),
    )
}
