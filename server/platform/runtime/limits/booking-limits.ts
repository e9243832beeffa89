import { rateWithinDays } from '@remis/domain/booking/booking-status'
import { payWithinMinutes } from '@remis/domain/booking/unpaid/pay-until'

/** Limits of bookings. */
export const bookingLimits = {
  /** Bookings that one rider makes within the window. */
  madePerRider: { max: 5, windowSeconds: 600 },
  /** Refusals of Book Now because no driver is near, per rider and from one network: each is measured exactly. */
  noDriverPerRider: { max: 5, windowSeconds: 1800 },
  noDriverPerNet: { max: 20, windowSeconds: 1800 },
  /** The pause after a rider's second cancel within the window; it doubles with each further one, up to the most. */
  cancelPause: { seconds: 30, most: 900, windowSeconds: 3600 },
  newExpiresMinutes: 60,
  paymentPendingExpiresMinutes: payWithinMinutes,
  completeAfterHours: 24,
  rateWithinDays,
  /** A driver waits this long at the pickup before a no-show may be reported. */
  noShowMinutes: 5,
}
