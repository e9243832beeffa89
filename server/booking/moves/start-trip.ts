import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { start } from '@remis/domain/booking/moves/start'
import type { UseCase } from '../../platform/http/use-case.ts'
import { logPosition } from '../../tracking/log-position.ts'
import { actorOf } from '../actor-of.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { runMove } from './run-move.ts'
import { wallClock } from '@remis/domain/kit/wall-clock'

/** spec 1 §4 STARTED: with the trip code the rider tells; the driver's position is logged. */
export const startTrip: UseCase<BookingDeps, typeof bookingsApi.start> = async (app, call) => {
  const { timezone } = await app.settings.current()
  const { tries } = app.config.limits.tripCode
  return runMove(app, call, {
    name: 'start',
    decide: (booking, now) =>
      start(booking, actorOf(call.who), { otp: call.body.otp ?? null, tries, clock: wallClock(now, timezone) }, now),
    afterwards: (tx, moved) =>
      logPosition(tx, { bookingId: moved.id, driver: call.who.id, status: 'STARTED', fix: call.body.fix }),
  })
}
