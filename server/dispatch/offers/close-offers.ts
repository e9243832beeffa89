import type { Tx } from '../../platform/database/database.ts'
import { queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import { updateClosed } from './offer-store.ts'

/**
 * Ends all open offers of one booking in the transaction that moves it: `accepted` names the winner. The drivers' cards
 * disappear. Offers of other bookings are never touched here: two drivers who accept crosswise would deadlock (design §8).
 */
export const closeOffers = (tx: Tx, bookingId: string, accepted: string | null): Promise<void> =>
  queueWrite(tx, updateClosed(tx, bookingId, accepted))
