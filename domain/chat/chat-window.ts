import type { Booking } from '../booking/booking.ts'
import { knownEnd } from '../booking/booking-status.ts'
import { busyStatuses } from '../booking/statuses.ts'
import { riderShownMs } from '../privacy/rider-after-trip.ts'

/** How long after the end of a trip its rider and driver may still write, ms [design/chat-1]. */
export const chatOpenMs = 30 * 60_000
/** How long after the end they may still read, ms: as long as they see each other's name [design/chat-1]. */
export const chatShownMs = riderShownMs

type Trip = Pick<Booking, 'status' | 'driver' | 'endTime' | 'reachedAt' | 'cancelledAt'>

/** Whether rider and driver may write at `now`, ms: from ACCEPTED until 30 minutes after the end. */
export const canWrite = (trip: Trip, now: number): boolean => {
  if (trip.driver === null) return false
  if (busyStatuses.includes(trip.status)) return true
  // A cancelled trip gives no reason to contact the other person.
  if (trip.status === 'CANCELLED') return false
  const end = knownEnd(trip)
  return end !== null && now <= end + chatOpenMs && canRead(trip, now)
}

/** Whether rider and driver may read what was written. */
export const canRead = (trip: Trip, now: number): boolean => {
  if (trip.driver === null) return false
  if (busyStatuses.includes(trip.status)) return true
  const end = trip.status === 'CANCELLED' ? (trip.cancelledAt ?? trip.endTime) : trip.endTime
  return end !== null && now <= end + chatShownMs
}
