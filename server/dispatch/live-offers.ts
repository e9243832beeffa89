import { isLive } from '@remis/domain/dispatch/search'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/schema.ts'
import { selectOffers, toOpenOffer } from './offer-store.ts'

/** Who could accept each of these bookings now (`requestedDrivers`). */
export const liveOffersOf = async (
  db: Kysely<Tables>,
  bookingIds: readonly string[],
  now: number,
): Promise<Map<string, string[]>> => {
  const live = new Map<string, string[]>()
  for (const row of await selectOffers(db, bookingIds)) {
    if (!isLive(toOpenOffer(row), now)) continue
    live.set(row.booking_id, [...(live.get(row.booking_id) ?? []), row.driver_id])
  }
  return live
}
