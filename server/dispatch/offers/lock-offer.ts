import type { AcceptFacts } from '@remis/domain/booking/moves/accept'
import type { Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { lockOfferRow, selectOfferRows } from './offer-store.ts'

/** A driver's offer of a booking as the accept move judges it, locked after the booking; null: there never was one. */
export const lockOffer = async (tx: Tx, bookingId: string, driver: string): Promise<AcceptFacts['offer']> =>
  (await lockOfferRow(tx, bookingId, driver)) ?? null

/** The same as they stand for many, without locks. */
export const readOffers = async (
  db: Kysely<Tables>,
  wishes: readonly { readonly id: string; readonly who: { readonly id: string } }[],
): Promise<(wish: { readonly id: string; readonly who: { readonly id: string } }) => AcceptFacts['offer']> => {
  const rows = await selectOfferRows(
    db,
    wishes.map(({ id, who }) => ({ bookingId: id, driver: who.id })),
  )
  const byPair = new Map(rows.map((row) => [`${row.booking_id} ${row.driver_id}`, row]))
  return ({ id, who }) => byPair.get(`${id} ${who.id}`) ?? null
}
