/** What a rider did lately, times in ms, newest first. */
export interface RiderPace {
  /** own bookings; those that an admin made or that succeed a cancelled one do not count */
  readonly made: readonly number[]
  /** the rider's own cancels, except of successors */
  readonly cancelled: readonly number[]
}

export interface PaceLimits {
  /** bookings within the window */
  readonly most: number
  readonly windowMs: number
  /** the pause after the second cancel; it doubles with each further one up to `mostPauseMs` */
  readonly pauseMs: number
  readonly mostPauseMs: number
  /** older cancels do not count */
  readonly cancelsWithinMs: number
}

/**
 * From when on a rider may book, ms; in the past or 0: now [design/moves-85]. So many bookings in the window, and a pause
 * after cancels that grows: none after the first.
 */
export const mayBookFrom = ({ made, cancelled }: RiderPace, limits: PaceLimits, now: number): number => {
  const last = made[limits.most - 1]
  const afterBookings = last === undefined ? 0 : last + limits.windowMs
  const lately = cancelled.filter((at) => at > now - limits.cancelsWithinMs)
  const [latest] = lately
  if (latest === undefined || lately.length < 2) return afterBookings
  return Math.max(afterBookings, latest + Math.min(limits.mostPauseMs, limits.pauseMs * 2 ** (lately.length - 2)))
}
