import { complete } from '@remis/domain/booking/moves/complete'
import { expire } from '@remis/domain/booking/moves/expire'
import type { Booking } from '@remis/domain/booking/booking'
import type { Outcome } from '@remis/domain/booking/move'
import type { MoveDeps } from '../booking-deps.ts'
import { listToComplete, listUnpaid, listUnserved } from '../booking-rows.ts'
import { executeMove, system } from '../moves/execute-move.ts'
import { logUnmoved } from './log-unmoved.ts'

/** Bookings of a kind per turn. */
const perTurn = 50

/** One transaction per booking: a booking that is locked, has moved on or fails does not stop the others. */
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
      .catch(logUnmoved(app, name, id))
}

/** Sweep: completes PAID trips without a rating [design/moves-33]. */
export const completeTrips = async (app: MoveDeps): Promise<void> => {
  const { completeAfterHours: afterHours } = app.config.limits.booking
  const due = await listToComplete(app.db.jobs, afterHours, perTurn)
  await moveEach(app, 'complete', due, (booking, now) => complete(booking, system, { afterHours }, now))
}

/** Sweep: ends bookings that were not paid or got no driver in time [design/moves-38]. */
export const expireBookings = async (app: MoveDeps): Promise<void> => {
  const limits = app.config.limits.booking
  const facts = { paymentPendingMinutes: limits.paymentPendingExpiresMinutes, newMinutes: limits.newExpiresMinutes }
  const due = [
    ...(await listUnserved(app.db.jobs, facts.newMinutes, perTurn)),
    ...(await listUnpaid(app.db.jobs, facts.paymentPendingMinutes, perTurn)),
  ]
  await moveEach(app, 'expire', due, (booking, now) => expire(booking, system, facts, now))
}
