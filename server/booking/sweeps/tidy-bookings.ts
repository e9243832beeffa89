import { complete } from '@remis/domain/booking/moves/complete'
import { expire, type ExpireFacts } from '@remis/domain/booking/moves/expire'
import type { MoveDeps } from '../booking-deps.ts'
import { system } from '../moves/execute-move.ts'
import { listToComplete, listUnpaid, listUnserved, type DuePage } from './due-bookings.ts'
import { moveEach } from './move-each.ts'

/** Bookings of a kind that are read at a time. */
const perPage = 50

/** Sweep: completes PAID trips without a rating [design/moves-33]. */
export const completeTrips = async (app: MoveDeps): Promise<void> => {
  const { completeAfterHours: afterHours } = app.config.limits.booking
  await moveEach(app, {
    name: 'complete',
    perPage,
    list: (page) => listToComplete(app.db.jobs, afterHours, page),
    decide: (booking, now) => complete(booking, system, { afterHours }, now),
  })
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
    await moveEach(app, {
      name: 'expire',
      perPage,
      list,
      decide: (booking, now, assigned) => expire(booking, system, { ...facts, assigned: assigned.length > 0 }, now),
    })
}
