import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { start } from '@remis/domain/booking/moves/start'
import { wallClock } from '@remis/domain/kit/wall-clock'
import type { UseCase } from '../../platform/http/use-case.ts'
import { currentFix, logStart } from '../../tracking/current-fix.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** Starts the trip with the trip code of the rider and logs the driver's position [design/moves-20]. */
export const startTrip: UseCase<BookingDeps, typeof bookingsApi.start> = async (app, call) => {
  const { timezone } = await app.settings.current()
  const { tries } = app.config.limits.tripCode
  const fix = await currentFix(app, call.who, call.body.fix === undefined ? [] : [call.body.fix])
  return runMove(app, call, {
    name: 'start',
    decide: (booking, now) =>
      start(booking, actorOf(call.who), { otp: call.body.otp ?? null, tries, clock: wallClock(now, timezone) }, now),
    afterwards: (tx, { booking }) => logStart(tx, booking, fix),
  })
}
