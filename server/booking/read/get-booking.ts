import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBookingWithClock } from '../booking-rows.ts'
import { viewBookingFor } from './view-booking.ts'

export const getBooking: UseCase<BookingDeps, typeof bookingsApi.get> = async (app, { params, who }) => {
  const { booking, now } = await findBookingWithClock(app.db.request, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  return { booking: await viewBookingFor(app, app.db.request, booking, who, now) }
}
