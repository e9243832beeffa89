import type { Booking } from '@remis/domain/booking/booking'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { viewOffer } from '@remis/domain/dispatch/view-offer'
import type { Kysely } from 'kysely'
import { listBookingsByIds } from '../../booking/booking-rows.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { selectLiveOf, selectLivePairs, selectReservedOf, type OfferRow } from './offer-store.ts'

/** A driver's live offers as that driver may see them, oldest first. */
export const listOffersFor = async (db: Kysely<Tables>, driver: string, now: number): Promise<OfferView[]> =>
  view(db, await selectLiveOf(db, driver, now))

/** The driver's reservations; each can be accepted from its `offeredAt` on [design/dispatch-21]. */
export const listReservedFor = async (db: Kysely<Tables>, driver: string, now: number): Promise<OfferView[]> =>
  view(db, await selectReservedOf(db, driver, now))

/** For each pair the driver's offer of the booking as the driver may see it now; null: it is over. */
export const viewOfferOfEach = async (
  db: Kysely<Tables>,
  pairs: readonly { readonly bookingId: string; readonly driver: string }[],
): Promise<(OfferView | null)[]> => {
  const seen = new Map<string, OfferView>()
  const rows = await selectLivePairs(db, pairs)
  const bookings = await bookingsOf(db, rows)
  for (const row of rows) {
    const offer = viewRow(bookings, row)
    if (offer !== null) seen.set(`${row.booking_id} ${row.driver_id}`, offer)
  }
  return pairs.map(({ bookingId, driver }) => seen.get(`${bookingId} ${driver}`) ?? null)
}

const view = async (db: Kysely<Tables>, offers: readonly OfferRow[]): Promise<OfferView[]> => {
  const bookings = await bookingsOf(db, offers)
  return offers.flatMap((offer) => viewRow(bookings, offer) ?? [])
}

const bookingsOf = async (db: Kysely<Tables>, offers: readonly OfferRow[]): Promise<Map<string, Booking>> => {
  const bookings = await listBookingsByIds(db, [...new Set(offers.map((offer) => offer.booking_id))])
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

const viewRow = (bookings: ReadonlyMap<string, Booking>, offer: OfferRow): OfferView | null => {
  const booking = bookings.get(offer.booking_id)
  return booking === undefined
    ? null
    : viewOffer(booking, {
        offeredAt: offer.offered_at,
        expiresAt: offer.expires_at,
        pickupDistance: offer.pickup_distance,
        pickupTime: offer.pickup_time,
      })
}
