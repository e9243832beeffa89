import type { Settings } from '@remis/domain/backoffice/settings'
import { mayBookFrom } from '@remis/domain/booking/booking-checks'
import { AppError } from '@remis/domain/messages/app-error'
import type { Tx } from '../../platform/database/database.ts'
import { pipelined } from '../../platform/database/pipeline/pipeline.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { countOpenBookings, listRiderPace } from '../booking-rows.ts'

/** Cancels to read; more do not lengthen the pause. */
const readOfPace = 10

/** Reads the facts for the rider limits, after locking the rider. */
export const readRiderLimits = ({ config }: BookingDeps, tx: Tx, riderId: string) =>
  pipelined([
    countOpenBookings(tx, riderId),
    listRiderPace(tx, riderId, Math.max(readOfPace, Math.min(config.limits.booking.madePerRider.max, 100))),
  ])

/** Open bookings at a time, bookings in a row, and the pause after cancels; admins are exempt [design/moves-10]. */
export const checkRiderLimits = (
  { config }: BookingDeps,
  [open, pace]: Awaited<ReturnType<typeof readRiderLimits>>,
  { openBookings }: Settings,
  now: number,
): void => {
  if (openBookings > 0 && open >= openBookings) throw new AppError(422, 'active_booking_limit')
  const { madePerRider, cancelPause } = config.limits.booking
  const ms = (seconds: number) => (seconds * 1000) / config.simulatedSpeed
  const from = mayBookFrom(
    pace,
    {
      most: madePerRider.max,
      windowMs: ms(madePerRider.windowSeconds),
      pauseMs: ms(cancelPause.seconds),
      mostPauseMs: ms(cancelPause.most),
      cancelsWithinMs: ms(cancelPause.windowSeconds),
    },
    now,
  )
  if (from > now)
    throw new AppError(429, 'too_many_bookings', { extra: { retryAfter: Math.ceil((from - now) / 1000) } })
}
