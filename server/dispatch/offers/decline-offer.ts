import type { Tx } from '../../platform/database/database.ts'
import { lockOfferRow, updateDeclined } from './offer-store.ts'
import { addOfferEvents } from './notify-offers.ts'

/**
 * Closes the driver's offer and keeps it declined, an expired one too. Declining again changes nothing. False: the
 * driver never had an offer [design/moves-41].
 */
export const declineOffer = async (tx: Tx, bookingId: string, driver: string): Promise<boolean> => {
  const offer = await lockOfferRow(tx, bookingId, driver)
  if (offer === undefined) return false
  if (await updateDeclined(tx, bookingId, driver)) await addOfferEvents(tx, bookingId, [driver])
  return true
}
