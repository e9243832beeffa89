import type { Tx } from '../../platform/database/database.ts'
import { queueWrite } from '../../platform/database/transaction.ts'
import { updateClosed } from './offer-store.ts'

/**
 * Closes all open offers of one booking in the transaction that moves it; `accepted` is the winner. Offers of other
 * bookings are not touched: two drivers who accept crosswise would deadlock [design/dispatch-17].
 */
export const closeOffers = (tx: Tx, bookingId: string, accepted: string | null): Promise<void> =>
  queueWrite(tx, updateClosed(tx, bookingId, accepted))
