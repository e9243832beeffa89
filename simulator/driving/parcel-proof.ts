import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { parcelRulesOf } from '@remis/domain/booking/delivery/parcel-rules'
import type { CallFunction } from '@remis/domain/kit/call'
import type { Conductor } from '../conductor.ts'

/** Sends a photo of this kind; resolves with its id. */
export type SendPhoto = (bookingId: string, name: 'pickup_image' | 'deliver_image') => Promise<string>

interface Courier {
  readonly call: CallFunction
  readonly conductor: Pick<Conductor, 'deliveryCode'>
  readonly sendPhoto: SendPhoto
}

/** Read at each step: a person may change the settings while the fleet drives. */
const rulesNow = async (call: CallFunction) => parcelRulesOf(await call(backofficeApi.settings, {}))

/** What the start of a delivery needs beside the trip code [design/delivery-22]. */
export const pickupProof = async ({ call, sendPhoto }: Courier, id: string): Promise<{ photo?: string }> =>
  (await rulesNow(call)).pickupPhoto ? { photo: await sendPhoto(id, 'pickup_image') } : {}

interface FinalProof {
  readonly photo?: string
  readonly code?: string
  readonly receivedBy?: string
}

/** What the end of a delivery needs [design/delivery-25]; nothing for a parcel that comes back. */
export const finalProof = async (
  { call, conductor, sendPhoto }: Courier,
  { id, undelivered, deliveryPerson }: Pick<BookingView, 'id' | 'undelivered' | 'deliveryPerson'>,
): Promise<FinalProof> => {
  const rules = await rulesNow(call)
  if (undelivered !== null) return {}
  const code = rules.code ? await conductor.deliveryCode(id) : null
  return {
    ...(rules.finalPhoto ? { photo: await sendPhoto(id, 'deliver_image') } : {}),
    ...(code === null ? {} : { code }),
    ...(deliveryPerson ? { receivedBy: deliveryPerson } : {}),
  }
}
