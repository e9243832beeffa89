import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { start } from '@remis/domain/booking/moves/start'
import { wallClock } from '@remis/domain/kit/calendar-day'
import { attachPhoto, urlOf } from '../../files/attach-file.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { currentFix, logStart } from '../../tracking/current-fix.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** Starts the trip with the trip code of the rider and logs the driver's position [design/moves-20]. */
export const startTrip: UseCase<BookingDeps, typeof bookingsApi.start> = async (app, call) => {
  const { timezone, AllowDeliveryPickupImageCapture: photoNeeded } = await app.settings.current()
  const { tries } = app.config.limits.tripCode
  const { otp, photo } = call.body
  const fix = await currentFix(app, call.who, call.body.fix === undefined ? [] : [call.body.fix])
  return runMove(app, call, {
    name: 'start',
    decide: (booking, now) =>
      start(
        booking,
        actorOf(call.who),
        { otp: otp ?? null, tries, clock: wallClock(now, timezone), photo: urlOf(photo), photoNeeded },
        now,
      ),
    afterwards: async (tx, { booking }) => {
      if (booking.pickup_image !== null)
        await attachPhoto(tx, { file: photo, booking: booking.id, kind: 'pickup_image' })
      await logStart(tx, booking, fix)
    },
  })
}
