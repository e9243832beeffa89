import type { Booking } from '@remis/domain/booking/booking'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { viewOffer } from '@remis/domain/dispatch/view-offer'
import type { Kysely } from 'kysely'
import { toBooking } from '../booking/booking-columns.ts'
import type { Tables } from '../platform/schema.ts'
import { selectLiveOf, selectReservedOf, type OfferRow } from './offer-store.ts'

/** A driver's live offers as that driver sees them, oldest first; of one booking where it is named. */
export const seeOffers = async (
  db: Kysely<Tables>,
  driver: string,
  now: number,
  bookingId?: string,
): Promise<OfferView[]> => view(db, await selectLiveOf(db, driver, now, bookingId))

/** What the driver is reserved for; each can be accepted from its `offeredAt` on (design §8). */
export const seeReserved = async (db: Kysely<Tables>, driver: string, now: number): Promise<OfferView[]> =>
  view(db, await selectReservedOf(db, driver, now))

const view = async (db: Kysely<Tables>, offers: readonly OfferRow[]): Promise<OfferView[]> => {
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
