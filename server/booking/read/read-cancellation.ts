import { bookingCan } from '@remis/domain/booking/booking-status'
import {
  nextCancellationFee,
  noShowFee,
  noShowFrom,
  riderCancellationFee,
} from '@remis/domain/booking/cancellation-fee'
import type { endingsApi } from '@remis/domain/booking/endings-api'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { cancelReasons } from '../../backoffice/cancel-reasons.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBooking } from '../booking-rows.ts'

/** The fee of a cancel before it is charged, 409 where this caller cannot cancel any more [design/money-21]. */
export const readCancellation: UseCase<BookingDeps, typeof endingsApi.cancellation> = async (app, call) => {
  const { db, config } = app
  const booking = await findBooking(db.request, call.params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (!bookingCan.cancel(booking, call.who)) throw new AppError(409, 'booking_moved_on')
  const now = await nowMs(db.request)
  const major = (minor: number) => toMajor(minor, booking.tariff.exponent)
  const { noShowMinutes } = config.limits.booking
  const [rider, driver] = [call.who.role === 'rider', call.who.role === 'driver']
  const rises = rider ? nextCancellationFee(booking, now) : null
  const from = driver ? noShowFrom(booking, noShowMinutes) : null
  return {
    fee: rider ? major(riderCancellationFee(booking, now)) : 0,
    currency: booking.currency,
    rises: rises === null ? null : { at: rises.at, fee: major(rises.fee) },
    noShow: from === null ? null : { from, fee: major(noShowFee(booking, noShowMinutes, Math.max(now, from))) },
    reasons: booking.status === 'PAYMENT_PENDING' ? [] : await cancelReasons(db.request),
  }
}
