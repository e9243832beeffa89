import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn, refuse } from '../moves/guard.ts'
import { notifyCustomer } from '../moves/notify.ts'
import { shownDeliveryCode } from './parcel.ts'

export interface RenewDeliveryCodeFacts {
  /** made by the server: 4 digits, not the old ones */
  readonly code: string
  readonly renewals: number
}

/**
 * A new code for the receiver with the tries back to 0, at most `renewals` times, by the sender or the office
 * [design/delivery-40]. Not for a returned parcel. The sender and the receiver's link show the code, the office does
 * not.
 */
export const renewDeliveryCode = (
  booking: Booking,
  actor: Actor,
  { code, renewals }: RenewDeliveryCodeFacts,
): Outcome => {
  const refusal = guard(booking, actor, 'renew-delivery-code')
  if (refusal !== null) return refusal
  if (shownDeliveryCode(booking) === null) return movedOn()
  if (booking.deliveryCodeRenewals >= renewals) return refuse(422, 'no_more_delivery_codes')
  const renewed = booking.deliveryCodeRenewals + 1
  return {
    move: 'renew-delivery-code',
    from: booking.status,
    to: booking.status,
    patch: { deliveryCode: code, deliveryCodeTries: 0, deliveryCodeRenewals: renewed },
    ...(actor.kind === 'admin'
      ? {
          notices: [notifyCustomer(booking, 'notice_delivery_code_renewed')],
          audit: { action: 'delivery-code.renew', data: { renewals: renewed } },
        }
      : {}),
  }
}
