import type { Booking } from '../booking.ts'
import type { Change } from '../move.ts'

/** The search is over, now and for good. */
export const closed = (now: number): Change['patch'] => ({
  cancelledAt: now,
  searchStartedAt: null,
  searchUntil: null,
})

/** Open offers close; the driver, if there is one, is free. */
export const over = (booking: Booking): Pick<Change, 'driver' | 'offers'> => ({
  offers: { close: true },
  ...(booking.driver === null ? {} : { driver: 'free' as const }),
})
