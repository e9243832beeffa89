import { nextReminder, sentAfterReminder } from '@remis/domain/booking/unpaid/payment-reminders'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { nowMs } from '../../platform/database/db-clock.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import type { MoveDeps } from '../booking-deps.ts'
import { deletePaid, lockUnpaid, selectDue, setReminder } from './reminder-store.ts'

/** Bookings that are read at a time. */
const perPage = 50

const remind = (app: MoveDeps, id: string): Promise<void> =>
  app.db.transact(async (tx) => {
    const booking = await lockUnpaid(tx, id)
    if (booking === undefined) return
    const { since, sent, customer, amount, currency } = booking
    const due = nextReminder(since, sent)
    const now = await nowMs(tx)
    if (due === null || due > now) return setReminder(tx, id, sent, due)
    const total = toMajor(amount, exponentOf(currency))
    await app.notify(tx, [
      { user: customer, message: 'notice_payment_due', params: { total }, screen: 'BookedCab', bookingId: id },
    ])
    const done = sentAfterReminder(since, sent, now)
    await setReminder(tx, id, done, nextReminder(since, done))
  })

/** Sweep: reminds riders of bookings that wait for their payment [design/money-49]. */
export const remindPayments = async (app: MoveDeps, atOnce = perPage): Promise<void> => {
  await deletePaid(app.db.jobs)
  await eachDue(
    atOnce,
    (limit, except) => selectDue(app.db.jobs, limit, except),
    ({ id }) =>
      remind(app, id).catch((error: unknown) => app.log.error({ err: error, booking: id }, 'could not remind a rider')),
  )
}
