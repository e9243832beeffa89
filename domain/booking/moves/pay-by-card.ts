import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard } from './guard.ts'

/** spec 1 §4 "Pay now": the packet of a PENDING booking becomes card mode with cash 0; the provider's page comes next. */
export const payByCard = (booking: Booking, actor: Actor, _facts: object, _now: number): Outcome =>
  guard(booking, actor, 'pay-by-card') ?? {
    move: 'pay-by-card',
    from: booking.status,
    to: 'PENDING',
    patch: { payment_mode: 'card', cashPaymentAmount: 0 },
  }
