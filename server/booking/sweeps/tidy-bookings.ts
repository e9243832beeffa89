import { complete } from '@remis/domain/booking/moves/complete'
import { expire } from '@remis/domain/booking/moves/expire'
import type { Booking } from '@remis/domain/booking/booking'
import type { Outcome } from '@remis/domain/booking/move'
import { AppError } from '@remis/domain/messages/app-error'
import type { MoveDeps } from '../booking-needs.ts'
import { selectToComplete, selectUnpaid, selectUnserved } from '../booking-rows.ts'
import { executeMove } from '../moves/execute-move.ts'
import { system } from '../actor-of.ts'

/** Bookings tidied up in one turn of the sweeper. */
const atOnce = 50

/** Each in a transaction of its own: one that somebody holds, has moved on or fails does not keep the others. */
const moveEach = async (
  app: MoveDeps,
  name: string,
  ids: readonly { readonly id: string }[],
  decide: (booking: Booking, now: number) => Outcome,
): Promise<void> => {
  for (const { id } of ids)
    await app.db
      .transact(async (tx) => {
        await executeMove(app, tx, { id, name, actor: system, address: '', decide, skipLocked: true })
        await app.failpoint.at(`${name}.before_commit`)
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) app.log.error({ err: error, booking: id }, `could not ${name} a booking`)
      })
}

/** design §6 "complete": PAID trips that nobody rated become COMPLETE. A task of the sweeper. */
export const completeTrips = async (app: MoveDeps): Promise<void> => {
  const { completeAfterHours: afterHours } = app.config.limits.booking
  const due = await selectToComplete(app.db.jobs, afterHours, atOnce)
  await moveEach(app, 'complete', due, (booking, now) => complete(booking, system, { afterHours }, now))
}

/** design §6 "expire": bookings that nobody paid or took end by themselves. A task of the sweeper. */
export const expireBookings = async (app: MoveDeps): Promise<void> => {
  const limits = app.config.limits.booking
  const facts = { paymentPendingMinutes: limits.paymentPendingExpiresMinutes, newMinutes: limits.newExpiresMinutes }
  const due = [
    ...(await selectUnserved(app.db.jobs, facts.newMinutes, atOnce)),
    ...(await selectUnpaid(app.db.jobs, facts.paymentPendingMinutes, atOnce)),
  ]
  await moveEach(app, 'expire', due, (booking, now) => expire(booking, system, facts, now))
}
