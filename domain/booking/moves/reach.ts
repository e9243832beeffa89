import { fareOf } from '../../fare/fare.ts'
import type { Minor } from '../../kit/money.ts'
import type { Booking, FareExplanation } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { fareTrack, tripDistance, type TrackedPoint } from '../trip-distance.ts'
import { variants, type AppCategory } from '../variant.ts'
import { endTrip } from './settle.ts'
import { guard } from './guard.ts'

export interface ReachFacts {
  /** all stored points of the booking; `fareTrack` selects those that count */
  readonly points: readonly TrackedPoint[]
  /** the map service's distance over `thinTrack(fareTrack(points))`; null when it failed or was not needed */
  readonly matchedKm: number | null
  /** 'HH:mm:ss' in the operator's zone */
  readonly clock: string
  readonly appcat: AppCategory
  /** the rider's balance, read under the wallet's lock; absent: an empty wallet */
  readonly balance?: Minor
}

/**
 * The trip is at its drop: end time and total seconds are stored and the drop is saved [booking-14]. Taxi: the final fare
 * from the tracked route with the booking's tariff snapshot [design/moves-22]. Becomes PAID or PENDING in the same
 * change where no cash is due.
 */
export const reach = (booking: Booking, actor: Actor, facts: ReachFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'reach')
  if (refusal !== null) return refusal
  const seconds = booking.startTime === null ? 0 : Math.max(0, Math.round((now - booking.startTime) / 1000))
  const measured = tripDistance(facts.points, facts.matchedKm, booking.estimateDistance)
  const { recomputesFare } = variants[facts.appcat]
  const fare: FareExplanation = recomputesFare
    ? { ...booking.fare, charged: measured.charged, final: finalFare(booking, measured.chargedKm, seconds) }
    : { ...booking.fare, charged: 'quote', final: booking.fare.quoted }
  const end = endTrip(booking, fare.final ?? booking.fare.quoted, 'REACHED', now, facts.balance)
  return {
    ...end,
    move: 'reach',
    from: booking.status,
    patch: {
      ...end.patch,
      fare,
      distance: measured.distance,
      fareFlag: recomputesFare ? measured.flag : null,
      reachedAt: now,
      endTime: now,
      trip_end_time: facts.clock,
      total_trip_time: seconds,
    },
    saveDrop: true,
    data: { distance: measured.distance, charged: fare.charged, points: fareTrack(facts.points).length },
  }
}

const finalFare = (booking: Booking, distanceKm: number, seconds: number) =>
  fareOf(booking.tariff, {
    distanceKm,
    seconds,
    parcel: booking.parcelTypeSelected?.amount ?? 0,
    option: booking.optionSelected?.amount ?? 0,
  })
