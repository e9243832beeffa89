import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Role } from '@remis/domain/kit/endpoint'

type Amounts = Pick<BookingView, 'driver_share' | 'customer_paid' | 'trip_cost'>

/** The one amount on a card: a driver reads what the trip brought, everybody else what it costs. Major units. */
export const cardAmount = ({ driver_share, customer_paid, trip_cost }: Amounts, role: Role): number | undefined =>
  role === 'driver' ? driver_share : (customer_paid ?? trip_cost ?? driver_share)
