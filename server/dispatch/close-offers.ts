import type { Tx } from '../platform/database.ts'
import { updateClosed } from './offer-store.ts'
import { tellOfOffers } from './tell-of-offers.ts'

/**
 * Ends all open offers of one booking in the transaction that moves it: `accepted` names the winner. The drivers' cards
 * disappear. Offers of other bookings are never touched here: two drivers who accept crosswise would deadlock (design §8).
 * Answers whom an admin had chosen, who could still have answered and did not get it.
 */
export const closeOffers = async (tx: Tx, bookingId: string, accepted: string | null): Promise<string[]> => {
  const closed = await updateClosed(tx, bookingId, accepted)
  await tellOfOffers(
    tx,
    bookingId,
    closed.map(({ driver }) => driver),
  )
  return closed.filter(({ driver, chosen }) => chosen && driver !== accepted).map(({ driver }) => driver)
}
