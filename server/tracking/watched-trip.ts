import type { Booking } from '@remis/domain/booking/booking'
import { busyStatuses } from '@remis/domain/booking/statuses'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { toBooking } from '../booking/booking-columns.ts'
import type { Tables } from '../platform/database/schema.ts'

export const watchedTrip = async (db: Kysely<Tables>, id: string): Promise<Booking> => {
  const row = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  const booking = row === undefined ? null : toBooking(row)
  if (booking === null) throw new AppError(404, 'not_found')
  return booking
}

/** trust-and-speed §1.8: a driver's live position is told from ACCEPTED to REACHED, and never after. */
export const isWatched = (booking: Booking): boolean => booking.driver !== null && busyStatuses.includes(booking.status)
