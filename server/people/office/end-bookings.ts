import { abort } from '@remis/domain/booking/moves/abort'
import { cancel } from '@remis/domain/booking/moves/cancel'
import type { Booking } from '@remis/domain/booking/booking'
import type { Actor, Outcome } from '@remis/domain/booking/move'
import { personLeft } from '@remis/domain/booking/system-reason'
import { wallClock } from '@remis/domain/kit/calendar-day'
import { readCancelFacts } from '../../booking/moves/cancel-booking.ts'
import { executeMove } from '../../booking/moves/execute-move.ts'
import { logUnmoved } from '../../booking/sweeps/log-unmoved.ts'
import type { Tx } from '../../platform/database/database.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { selectBookingsToEnd, type BookingToEnd } from './end-bookings-store.ts'

/** Bookings that are read at a time. */
const perPage = 100

/**
 * Before the pickup: cancelled without a fee; if the person who left is its driver, booked again at the same price
 * [design/moves-80]. Afterwards: aborted, at the drop for its fare, at most the quoted one, else without a fare.
 */
const decide = async (
  app: PeopleDeps,
  tx: Tx,
  booking: Booking,
  { side }: BookingToEnd,
  actor: Actor,
  now: number,
): Promise<Outcome> => {
  if (booking.status === 'ARRIVED' || booking.status === 'STARTED' || booking.status === 'REACHED') {
    const { final, quoted } = booking.fare
    const reached = booking.status === 'REACHED' && final !== null ? Math.min(final.tripCost, quoted.tripCost) : null
    const { timezone } = await app.settings.current()
    const { simulatedSpeed: speed } = app.config
    const facts = { reason: personLeft, fare: reached, clock: wallClock(now, timezone), speed }
    return abort(booking, actor, facts, now)
  }
  const facts = await readCancelFacts(app, tx, booking, side === 'driver')
  return cancel(booking, actor, { ...facts, reason: { id: null, label: personLeft }, noShow: false }, now)
}

/** One transaction per booking: one that has moved on, or fails, does not stop the others and is tried again. */
const endOne = (app: PeopleDeps, one: BookingToEnd): Promise<void> => {
  const actor: Actor = { kind: 'admin', id: one.by }
  return app.db
    .transact(async (tx) => {
      await executeMove(app, tx, {
        id: one.id,
        name: 'person-left',
        actor,
        address: '',
        decide: (booking, now) => decide(app, tx, booking, one, actor, now),
      })
      await app.failpoint.at('person-left.before_commit')
    })
    .catch(logUnmoved(app, 'end', one.id))
}

/** After a person was archived, suspended or disapproved, in separate transactions: bookings are locked first. */
export const endBookingsOf = (app: PeopleDeps, person: string): Promise<void> =>
  eachDue(
    perPage,
    (limit, except) => selectBookingsToEnd(app.db.request, { limit, except, person }),
    (booking) => endOne(app, booking),
  )

/** Sweep: the same for what a crash or a race has left, for example a booking that was accepted at that moment. */
export const endBookingsOfLeavers = (app: PeopleDeps, atOnce = perPage): Promise<void> =>
  eachDue(
    atOnce,
    (limit, except) => selectBookingsToEnd(app.db.jobs, { limit, except }),
    (booking) => endOne(app, booking),
  )
