import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard } from './guard.ts'
import { notifyCustomer } from './notify.ts'

/** The driver is at the pickup: the arrival time is stored and the customer notified [booking-12]. */
export const arrive = (booking: Booking, actor: Actor, _facts: object, now: number): Outcome =>
  guard(booking, actor, 'arrive') ?? {
    move: 'arrive',
    from: booking.status,
    to: 'ARRIVED',
    patch: { driver_arrive_time: now },
    notices: [notifyCustomer(booking, 'notice_arrived', { driver: booking.driver_name ?? '' })],
  }
