import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Role } from '@remis/domain/kit/endpoint'
import type { TFunction } from 'i18next'

type Amounts = Pick<BookingView, 'driver_share' | 'customer_paid' | 'trip_cost'>

/** The one amount on a card: a driver reads what the trip brought, everybody else what it costs. Major units. */
export const cardAmount = ({ driver_share, customer_paid, trip_cost }: Amounts, role: Role): number | undefined =>
  role === 'driver' ? driver_share : (customer_paid ?? trip_cost ?? driver_share)

/** The drivers with an offer, while none has accepted. */
export const askedText = ({ requestedNames: names = [] }: BookingView, t: TFunction): string | null => {
  const [first, ...others] = names
  if (first === undefined) return null
  return others.length === 0
    ? t('bookings_asked', { names: first })
    : t('bookings_asked_more', { names: first, count: others.length })
}
