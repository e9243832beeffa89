import type { BookingView } from '@remis/domain/booking/booking-api'
import type { TFunction } from 'i18next'

/** The drivers with an offer, while none has accepted. */
export const askedText = ({ requestedNames: names = [] }: BookingView, t: TFunction): string | null => {
  const [first, ...others] = names
  if (first === undefined) return null
  return others.length === 0
    ? t('bookings_asked', { names: first })
    : t('bookings_asked_more', { names: first, count: others.length })
}
