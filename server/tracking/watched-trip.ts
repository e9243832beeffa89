import type { Booking } from '@remis/domain/booking/booking'
import { busyStatuses } from '@remis/domain/booking/statuses'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { findBooking } from '../booking/booking-rows.ts'
import type { Tables } from '../platform/database/schema.ts'

/** The booking of a track; 404 where it does not exist. The mount has checked that the caller may see it. */
export const findWatchedTrip = async (db: Kysely<Tables>, id: string): Promise<Booking> => {
  const booking = await findBooking(db, id)
  if (booking === null) throw new AppError(404, 'not_found')
  return booking
}

/** The driver's live position is shown from ACCEPTED to REACHED, never after [design/tracking-10]. */
export const isWatched = (booking: Booking): boolean => booking.driver !== null && busyStatuses.includes(booking.status)
