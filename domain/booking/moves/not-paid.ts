import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard } from './guard.ts'
import { shown, tellCustomer } from './tell.ts'

/** design §6 "not paid yet": the cash did not come; the rest stays owed and the driver is free. */
export const notPaid = (booking: Booking, actor: Actor, _facts: object, _now: number): Outcome =>
  guard(booking, actor, 'not-paid') ?? {
    move: 'not-paid',
    from: booking.status,
    to: 'PENDING',
    patch: {},
    driver: 'free',
    notices: [tellCustomer(booking, 'notice_payment_due', { total: shown(booking, booking.payableAmount) })],
  }
