import type { Booking } from '../booking.ts'
import type { Change, Refusal } from '../move.ts'
import { refuse } from '../moves/guard.ts'
import { notifyCustomer } from '../moves/notify.ts'
import { sameCode } from '../moves/start.ts'
import { isDelivery } from './parcel.ts'

/** The proof that the courier sends with the end of a delivery, and the settings that require parts of it. */
export interface ProofFacts {
  /** addresses of the uploaded pictures */
  readonly photo: string | null
  readonly signature: string | null
  readonly receivedBy: string | null
  /** the receiver's code as the courier typed it */
  readonly code: string | null
  /** the setting `AllowFinalDeliveryImageCapture` */
  readonly photoNeeded: boolean
  /** the setting `deliveryCodeNeeded` */
  readonly codeNeeded: boolean
  /** wrong codes until it is locked */
  readonly tries: number
}

const codeRefusal = (booking: Booking, { code: typed, codeNeeded, tries }: ProofFacts): Refusal | null => {
  const code = typed?.trim() ?? ''
  if (booking.deliveryCode === null || (code === '' && !codeNeeded)) return null
  if (booking.deliveryCodeTries >= tries) return refuse(422, 'delivery_code_locked')
  if (code === '') return refuse(422, 'delivery_code_missing', { fields: { code: 'missing' } })
  if (sameCode(booking.deliveryCode, code)) return null
  const used = booking.deliveryCodeTries + 1
  return {
    ...refuse(422, 'wrong_delivery_code', {
      fields: { code: 'wrong_delivery_code' },
      extra: { triesLeft: tries - used },
    }),
    keep: {
      patch: { deliveryCodeTries: used },
      audit: { action: 'delivery-code.wrong', data: { tries: used } },
      ...(used < tries ? {} : { notices: [notifyCustomer(booking, 'notice_delivery_code_locked')] }),
    },
  }
}

/**
 * The proof that a parcel was handed over, as fields of the booking; empty for a taxi ride [design/delivery-25].
 * Refused without a part that the settings require: the photo is checked before the code, so that a missing photo does
 * not use up a try. A returned parcel needs neither.
 */
export const handOver = (booking: Booking, proof: ProofFacts | undefined): Refusal | Pick<Change, 'patch'> => {
  if (proof === undefined || !isDelivery(booking)) return { patch: {} }
  const back = booking.undelivered !== null
  if (!back && proof.photoNeeded && proof.photo === null)
    return refuse(422, 'final_photo_needed', { fields: { photo: 'missing' } })
  const refusal = back ? null : codeRefusal(booking, proof)
  if (refusal !== null) return refusal
  const receivedBy = proof.receivedBy?.trim() || null
  const byCode = !back && (proof.code?.trim() ?? '') !== ''
  const given = receivedBy !== null || proof.signature !== null || byCode
  return {
    patch: {
      ...(proof.photo === null ? {} : { deliver_image: proof.photo }),
      ...(given ? { handover: { receivedBy, signature: proof.signature, byCode } } : {}),
    },
  }
}
