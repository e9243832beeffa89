import type { Role } from '../../kit/endpoint.ts'
import type { BookingView } from '../booking-api.ts'
import { paidByCustomer } from '../payment-packet.ts'

type Amounts = Pick<BookingView, 'driver_share' | 'trip_cost'> & Parameters<typeof paidByCustomer>[0]

/**
 * The amount on a card, major units: for a driver the share, for all others the price. For a cancelled booking what was
 * collected of its fee; undefined if that is nothing [design/money-93].
 */
export const cardAmount = (booking: Amounts, role: Role): number | undefined => {
  if (booking.status === 'CANCELLED') return paidByCustomer(booking) || undefined
  const { driver_share, customer_paid, trip_cost } = booking
  return role === 'driver' ? driver_share : (customer_paid ?? trip_cost ?? driver_share)
}
