import type { Tx } from '../../platform/database/database.ts'
import { lockOfferRow, updateDeclined } from './offer-store.ts'
import { addOfferEvents } from './notify-offers.ts'

/**
 * design §6 "decline": the offer is over for this driver and stays declined, an expired one too, so that it is not shown
 * again. Declining what is over already changes nothing. False: this driver never had it.
 */
export const declineOffer = async (tx: Tx, bookingId: string, driver: string, _now: number): Promise<boolean> => {
  const offer = await lockOfferRow(tx, bookingId, driver)
  if (offer === undefined) return false
  if (await updateDeclined(tx, bookingId, driver)) await addOfferEvents(tx, bookingId, [driver])
  return true
}
