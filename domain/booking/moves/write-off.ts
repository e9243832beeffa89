import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, refuse } from './guard.ts'
import { amountsOf, settle } from './settle.ts'

/** An admin gives up the rest X with a reason: X becomes bad debt and the driver is paid [design/moves-31]. */
export const writeOff = (booking: Booking, actor: Actor, facts: { readonly reason: string }, now: number): Outcome => {
  const refusal = guard(booking, actor, 'write-off')
  if (refusal !== null) return refusal
  if (!/\S/.test(facts.reason)) return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  const rest = booking.payableAmount
  return {
    ...settle(booking, { ...amountsOf(booking), writtenOff: booking.writtenOff + rest }, now),
    move: 'write-off',
    from: booking.status,
    to: 'PAID',
    audit: { action: 'booking.write-off', data: { reason: facts.reason, amount: rest } },
    data: { reason: facts.reason, amount: rest },
  }
}
