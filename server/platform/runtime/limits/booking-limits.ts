import type { Rate } from '../limits.ts'

/** Limits of bookings. */
export interface BookingLimits {
  /** Bookings that one rider makes within the window. */
  readonly madePerRider: Rate
  /** Refusals of Book Now because no driver is near, per rider and from one network: each is measured exactly. */
  readonly noDriverPerRider: Rate
  readonly noDriverPerNet: Rate
  /** The pause after a rider's second cancel within the window; it doubles with each further one, up to the most. */
  readonly cancelPause: { readonly seconds: number; readonly most: number; readonly windowSeconds: number }
  readonly newExpiresMinutes: number
  readonly paymentPendingExpiresMinutes: number
  readonly completeAfterHours: number
  readonly rateWithinDays: number
  /** A driver waits this long at the pickup before a no-show may be reported. */
  readonly noShowMinutes: number
}

export const bookingLimits: BookingLimits = {
  madePerRider: { max: 5, windowSeconds: 600 },
  noDriverPerRider: { max: 5, windowSeconds: 1800 },
  noDriverPerNet: { max: 20, windowSeconds: 1800 },
  cancelPause: { seconds: 30, most: 900, windowSeconds: 3600 },
  newExpiresMinutes: 60,
  paymentPendingExpiresMinutes: 30,
  completeAfterHours: 24,
  rateWithinDays: 30,
  noShowMinutes: 5,
}
