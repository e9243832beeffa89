import type { AcceptFacts } from '@remis/domain/booking/moves/accept'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database.ts'
import type { Tables } from '../platform/schema.ts'
import { lockOfferRow, selectOfferRow } from './offer-store.ts'

/** A driver's offer of a booking as the accept move judges it, locked after the booking; null: there never was one. */
export const lockOffer = async (tx: Tx, bookingId: string, driver: string): Promise<AcceptFacts['offer']> =>
  (await lockOfferRow(tx, bookingId, driver)) ?? null

/** The same as it stands, without a lock. */
export const readOffer = async (db: Kysely<Tables>, bookingId: string, driver: string): Promise<AcceptFacts['offer']> =>
  (await selectOfferRow(db, bookingId, driver)) ?? null
