import type { Booking } from '../booking.ts'

/** An unpaid booking expires after this time [design/moves-38]. */
export const payWithinMinutes = 30

/** Until when a PAYMENT_PENDING booking can be paid, ms. */
export const payUntil = ({ bookingDate }: Pick<Booking, 'bookingDate'>): number =>
  bookingDate + payWithinMinutes * 60_000
