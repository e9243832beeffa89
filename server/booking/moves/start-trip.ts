import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { start } from '@remis/domain/booking/moves/start'
import { wallClock } from '@remis/domain/kit/wall-clock'
import type { UseCase } from '../../platform/http/use-case.ts'
import { logPosition } from '../../tracking/log-position.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** Starts the trip with the trip code of the rider and logs the driver's position [design/moves-20]. */
export const startTrip: UseCase<BookingDeps, typeof bookingsApi.start> = async (app, call) => {
  const { timezone } = await app.settings.current()
  const { tries } = app.config.limits.tripCode
  return runMove(app, call, {
    name: 'start',
    decide: (booking, now) =>
      start(booking, actorOf(call.who), { otp: call.body.otp ?? null, tries, clock: wallClock(now, timezone) }, now),
    afterwards: (tx, { booking }) =>
      logPosition(tx, { bookingId: booking.id, driver: call.who.id, status: 'STARTED', fix: call.body.fix }),
  })
}
