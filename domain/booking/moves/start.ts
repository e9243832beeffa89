import type { Booking } from '../booking.ts'
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
}

/**
 * Starts the trip with the trip code; a booking without one (otp_secure off) needs none. A wrong code counts a try that
 * is committed with the refusal; after `tries` of them the code is locked [design/moves-20].
 */
export const start = (booking: Booking, actor: Actor, { otp, tries, clock }: StartFacts, now: number): Outcome =>
  guard(booking, actor, 'start') ??
  codeRefusal(booking, otp, tries) ?? {
    move: 'start',
    from: booking.status,
    to: 'STARTED',
    patch: { startTime: now, trip_start_time: clock },
    notices: [notifyCustomer(booking, 'notice_started')],
  }

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
const sameCode = (code: string, typed: string): boolean => {
  let difference = code.length ^ typed.length
  for (let i = 0; i < code.length; i++) difference |= code.charCodeAt(i) ^ (typed.charCodeAt(i) || 0)
  return difference === 0
}
