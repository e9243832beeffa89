import { bookingCan, isConfirmedArrival } from '@remis/domain/booking/booking-status'
import { nextCancellationFee, noShowFee, noShowFrom, riderCancellation } from '@remis/domain/booking/cancellation-fee'
import type { endingsApi } from '@remis/domain/booking/endings-api'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { hasLeftPickup, waitsSince } from '@remis/domain/tracking/pickup-presence'
import { cancelReasonsFor } from '../../backoffice/cancel-reasons.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { readPresence } from '../../tracking/pickup-presence.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBooking } from '../booking-rows.ts'

/**
 * The fee of a cancel before it is charged, 409 where this caller can no longer cancel. At the pickup the rider reads
 * since when the driver waits and what a no-show costs, although only the driver may report one [design/money-21].
 */
export const readCancellation: UseCase<BookingDeps, typeof endingsApi.cancellation> = async (app, call) => {
  const { db, config } = app
  const booking = await findBooking(db.request, call.params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  const [rider, driver] = [call.who.role === 'rider', call.who.role === 'driver']
  const now = await nowMs(db.request)
  const presence = await readPresence(db.request, booking)
  const may = bookingCan.cancel(booking, call.who, hasLeftPickup(booking, presence, now))
  if (!may && !(rider && isConfirmedArrival(booking))) throw new AppError(409, 'booking_moved_on')
  const major = (minor: number) => toMajor(minor, booking.tariff.exponent)
  const { noShowMinutes } = config.limits.booking
  const rises = rider && may ? nextCancellationFee(booking, now) : null
  const { fee, free } = rider && may ? riderCancellation(booking, presence, now) : { fee: 0, free: null }
  const since = driver || rider ? waitsSince(booking, presence) : null
  const from = noShowFrom(booking, presence, noShowMinutes)
  return {
    fee: major(fee),
    free: free === null ? null : { because: free.because, otherwise: major(free.otherwise) },
    currency: booking.currency,
    rises: rises === null ? null : { at: rises.at, fee: major(rises.fee) },
    noShow:
      since === null || from === null
        ? null
        : { since, from, fee: major(noShowFee(booking, presence, noShowMinutes, Math.max(now, from))) },
    reasons: !may || booking.status === 'PAYMENT_PENDING' ? [] : await cancelReasonsFor(db.request, call.who.role),
  }
}
