import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { selectAssigned, selectLive } from './offer-store.ts'

/**
 * The requested drivers of each booking: those with a live offer who are free and online, and reserved ones
 * [design/dispatch-21].
 */
export const liveOffersOf = async (
  db: Kysely<Tables>,
  bookingIds: readonly string[],
  now: number,
): Promise<Map<string, string[]>> => {
  const live = new Map<string, string[]>()
  for (const row of await selectLive(db, bookingIds, now))
    live.set(row.booking_id, [...(live.get(row.booking_id) ?? []), row.driver_id])
  return live
}

/** Drivers an admin assigned to this booking who can still accept it, now or from its release on. */
export const listAssignedDrivers = (db: Kysely<Tables>, bookingId: string): Promise<string[]> =>
  selectAssigned(db, bookingId)
