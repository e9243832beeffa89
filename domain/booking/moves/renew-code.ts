import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn, refuse } from './guard.ts'
import { notifyCustomer } from './notify.ts'

export interface RenewCodeFacts {
  /** made by the server: 5 digits, 10000 to 99999 [booking-7] */
  readonly code: string
  readonly renewals: number
}

/**
 * A new trip code with the tries back to 0, at most `renewals` times, by the customer or the office [design/moves-20].
 */
export const renewCode = (booking: Booking, actor: Actor, { code, renewals }: RenewCodeFacts): Outcome => {
  const refusal = guard(booking, actor, 'renew-code')
  if (refusal !== null) return refusal
  if (booking.otp === null) return movedOn()
  if (booking.codeRenewals >= renewals) return refuse(422, 'no_more_trip_codes')
  const renewed = booking.codeRenewals + 1
  return {
    move: 'renew-code',
    from: booking.status,
    to: booking.status,
    patch: { otp: code, codeTries: 0, codeRenewals: renewed },
    ...(actor.kind === 'admin'
      ? {
          notices: [notifyCustomer(booking, 'notice_trip_code_renewed')],
          audit: { action: 'trip-code.renew', data: { renewals: renewed } },
        }
      : {}),
  }
}
