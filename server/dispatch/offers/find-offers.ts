import type { AcceptFacts } from '@remis/domain/booking/moves/accept'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { lockOfferRow, selectAssigned, selectLive, selectOfferRows } from './offer-store.ts'

interface Pair {
  /** of the booking */
  readonly id: string
  /** the driver */
  readonly who: { readonly id: string }
}

/** A driver's offer of a booking for the accept move, locked after the booking; null: there never was one. */
export const lockOffer = async (tx: Tx, bookingId: string, driver: string): Promise<AcceptFacts['offer']> =>
  (await lockOfferRow(tx, bookingId, driver)) ?? null

/** The same for many pairs, without locks. */
export const listOffersOfPairs = async (
  db: Kysely<Tables>,
  pairs: readonly Pair[],
): Promise<(pair: Pair) => AcceptFacts['offer']> => {
  const rows = await selectOfferRows(
    db,
    pairs.map(({ id, who }) => ({ bookingId: id, driver: who.id })),
  )
  const byPair = new Map(rows.map((row) => [`${row.booking_id} ${row.driver_id}`, row]))
  return ({ id, who }) => byPair.get(`${id} ${who.id}`) ?? null
}

/**
 * The requested drivers of each booking: those with a live offer who are free and online, and reserved ones
 * [design/dispatch-21].
 */
export const listRequestedDrivers = async (
  db: Kysely<Tables>,
  bookingIds: readonly string[],
  now: number,
): Promise<Map<string, { readonly id: string; readonly name: string }[]>> => {
  const live = new Map<string, { id: string; name: string }[]>()
  for (const { booking_id, driver_id: id, name } of await selectLive(db, bookingIds, now))
    live.set(booking_id, [...(live.get(booking_id) ?? []), { id, name }])
  return live
}

/** Drivers an admin assigned to this booking who can still accept it, now or from its release on. */
export const listAssignedDrivers = (db: Kysely<Tables>, bookingId: string): Promise<string[]> =>
  selectAssigned(db, bookingId)
