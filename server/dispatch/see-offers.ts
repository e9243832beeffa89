import type { Booking } from '@remis/domain/booking/booking'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { viewOffer } from '@remis/domain/dispatch/view-offer'
import type { Kysely } from 'kysely'
import { toBooking } from '../booking/booking-columns.ts'
import type { Tables } from '../platform/schema.ts'
import { selectLiveOf } from './offer-store.ts'

/** A driver's live offers as that driver sees them, oldest first; of one booking where it is named. */
export const seeOffers = async (
  db: Kysely<Tables>,
  driver: string,
  now: number,
  bookingId?: string,
): Promise<OfferView[]> => {
  const offers = await selectLiveOf(db, driver, now, bookingId)
  if (offers.length === 0) return []
  const ids = offers.map((offer) => offer.booking_id)
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
  const bookings = new Map<string, Booking>(rows.map((row) => [row.id, toBooking(row)]))
  return offers.flatMap((offer) => {
    const booking = bookings.get(offer.booking_id)
    if (booking === undefined) return []
    return viewOffer(booking, {
      offeredAt: offer.offered_at,
      expiresAt: offer.expires_at,
      pickupDistance: offer.pickup_distance,
      pickupTime: offer.pickup_time,
    })
  })
}
