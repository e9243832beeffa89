import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { confirmsArrival, type PlacedFix } from '../../tracking/pickup-presence.ts'
import { guard, movedOn } from './guard.ts'
import { notifyCustomer } from './notify.ts'

export interface ArriveFacts {
  /** the driver's last valid position; null or absent: none is known */
  readonly fix?: PlacedFix | null
}

/**
 * The driver is at the pickup: the arrival time is stored and the customer notified [booking-12]. A recent position
 * at the pickup confirms the arrival; otherwise it stays unconfirmed [design/moves-70].
 */
export const arrive = (booking: Booking, actor: Actor, { fix }: ArriveFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'arrive')
  if (refusal !== null) return refusal
  const confirmed = confirmsArrival(booking.pickup, fix, now)
  const message = confirmed ? arrivedNotice(booking) : 'notice_arrived_unconfirmed'
  return {
    move: 'arrive',
    from: booking.status,
    to: 'ARRIVED',
    patch: { driver_arrive_time: now, arrivalConfirmedAt: confirmed ? now : null },
    notices: [notifyCustomer(booking, message, { driver: booking.driver_name ?? '' })],
    data: { confirmed },
  }
}

/** The first later fix at the pickup confirms the arrival [design/moves-71]; the customer is notified. */
export const confirmArrival = (booking: Booking, actor: Actor, { fix }: ArriveFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'confirm-arrival')
  if (refusal !== null) return refusal
  if (booking.arrivalConfirmedAt !== null || !confirmsArrival(booking.pickup, fix, now)) return movedOn()
  return {
    move: 'confirm-arrival',
    from: 'ARRIVED',
    to: 'ARRIVED',
    patch: { arrivalConfirmedAt: now },
    notices: [notifyCustomer(booking, arrivedNotice(booking), { driver: booking.driver_name ?? '' })],
  }
}

/** Names the trip code only if the booking has one [design/moves-76]. */
const arrivedNotice = ({ otp }: Booking) => (otp === null ? 'notice_arrived_no_code' : 'notice_arrived')
