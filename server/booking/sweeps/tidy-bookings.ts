import { complete } from '@remis/domain/booking/moves/complete'
import { expire, type ExpireFacts } from '@remis/domain/booking/moves/expire'
import { eachDue } from '../../platform/jobs/each-due.ts'
import type { MoveDeps } from '../booking-deps.ts'
import { listToComplete, listUnpaid, listUnserved, type DuePage } from '../booking-rows.ts'
import { system } from '../moves/execute-move.ts'
import { logUnmoved } from './log-unmoved.ts'
import { moveInSweep, type SweepDecide } from './move-in-sweep.ts'

/** Bookings of a kind that are read at a time. */
const perPage = 50

/** One transaction per booking: a booking that is locked, has moved on or fails does not stop the others. */
const moveEach = (
  app: MoveDeps,
  name: string,
  list: (page: DuePage) => Promise<{ readonly id: string }[]>,
  decide: SweepDecide,
): Promise<void> =>
  eachDue(
    perPage,
    (limit, except) => list({ limit, except }),
    ({ id }) =>
      app.db
        .transact(async (tx) => {
          await moveInSweep(app, tx, id, name, decide)
          await app.failpoint.at(`${name}.before_commit`)
        })
        .catch(logUnmoved(app, name, id)),
  )

/** Sweep: completes PAID trips without a rating [design/moves-33]. */
export const completeTrips = async (app: MoveDeps): Promise<void> => {
  const { completeAfterHours: afterHours } = app.config.limits.booking
  const list = (page: DuePage) => listToComplete(app.db.jobs, afterHours, page)
  await moveEach(app, 'complete', list, (booking, now) => complete(booking, system, { afterHours }, now))
}

export const expiryOf = ({ config: { limits } }: Pick<MoveDeps, 'config'>): ExpireFacts => ({
  paymentPendingMinutes: limits.booking.paymentPendingExpiresMinutes,
  newMinutes: limits.booking.newExpiresMinutes,
})

/** Sweep: ends bookings that were not paid or got no driver in time [design/moves-38]. */
export const expireBookings = async (app: MoveDeps): Promise<void> => {
  const facts = expiryOf(app)
  for (const list of [
    (page: DuePage) => listUnserved(app.db.jobs, facts.newMinutes, page),
    (page: DuePage) => listUnpaid(app.db.jobs, facts.paymentPendingMinutes, page),
  ])
    await moveEach(app, 'expire', list, (booking, now, assigned) =>
      expire(booking, system, { ...facts, assigned: assigned.length > 0 }, now),
    )
}
