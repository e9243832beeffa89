import type { Booking } from '../booking.ts'
import { isDelivery } from '../delivery/parcel.ts'
import type { Actor, Outcome, Refusal } from '../move.ts'
import { guard, refuse } from './guard.ts'
import { notifyCustomer } from './notify.ts'

export interface StartFacts {
  /** the code as the driver typed it */
  readonly otp: string | null
  /** wrong tries until the code is locked; the rider can then renew it */
  readonly tries: number
  /** 'HH:mm:ss' in the operator's zone */
  readonly clock: string
  /** address of the uploaded photo of the parcel */
  readonly photo?: string | null
  /** the setting `AllowDeliveryPickupImageCapture` */
  readonly photoNeeded?: boolean
}

/**
 * Starts the trip with the trip code; a booking without one (otp_secure off) needs none. A wrong code counts a try that
 * is committed with the refusal; after `tries` of them the code is locked [design/moves-20].
 */
export const start = (
  booking: Booking,
  actor: Actor,
  { otp, tries, clock, photo = null, photoNeeded = false }: StartFacts,
  now: number,
): Outcome =>
  guard(booking, actor, 'start') ??
  photoRefusal(booking, photo, photoNeeded) ??
  codeRefusal(booking, otp, tries) ?? {
    move: 'start',
    from: booking.status,
    to: 'STARTED',
    patch: {
      startTime: now,
      trip_start_time: clock,
      ...(photo === null || !isDelivery(booking) ? {} : { pickup_image: photo }),
    },
    notices: [notifyCustomer(booking, 'notice_started')],
  }

/** Checked before the code, so that a missing photo does not use up a try [design/delivery-22]. */
const photoRefusal = (booking: Booking, photo: string | null, needed: boolean): Refusal | null =>
  needed && photo === null && isDelivery(booking)
    ? refuse(422, 'pickup_photo_needed', { fields: { photo: 'missing' } })
    : null

const codeRefusal = (booking: Booking, typed: string | null, tries: number): Refusal | null => {
  if (booking.otp === null) return null
  if (booking.codeTries >= tries) return refuse(422, 'trip_code_locked')
  const code = typed?.trim() ?? ''
  // No try: a screen that asks for no code has sent nothing [design/moves-76].
  if (code === '') return refuse(422, 'trip_code_missing', { fields: { otp: 'missing' } })
  if (sameCode(booking.otp, code)) return null
  const used = booking.codeTries + 1
  return {
    ...refuse(422, 'wrong_trip_code', { fields: { otp: 'wrong_trip_code' }, extra: { triesLeft: tries - used } }),
    keep: {
      patch: { codeTries: used },
      notices: [
        used < tries
          ? notifyCustomer(booking, 'notice_wrong_code', { left: String(tries - used) })
          : notifyCustomer(booking, 'notice_code_locked'),
      ],
      audit: { action: 'trip-code.wrong', data: { tries: used } },
    },
  }
}

/** Takes the same time wherever a digit differs, so that timing reveals nothing. */
export const sameCode = (code: string, typed: string): boolean => {
  let difference = code.length ^ typed.length
  for (let i = 0; i < code.length; i++) difference |= code.charCodeAt(i) ^ (typed.charCodeAt(i) || 0)
  return difference === 0
}
