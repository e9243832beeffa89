import type { AcceptFacts } from '@remis/domain/booking/moves/accept'
import type { Tx } from '../platform/database.ts'
import { lockOfferRow } from './offer-store.ts'

/** A driver's offer of a booking as the accept move judges it, locked after the booking; null: there never was one. */
export const lockOffer = async (tx: Tx, bookingId: string, driver: string): Promise<AcceptFacts['offer']> =>
  (await lockOfferRow(tx, bookingId, driver)) ?? null
