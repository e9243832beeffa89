import type { LatLng } from '../../kit/distance.ts'
import type { Minor } from '../../kit/money.ts'
import type { Booking } from '../booking.ts'
import type { NoticeDraft } from '../../notices/notice.ts'
import { handOver, type ProofFacts } from '../delivery/hand-over.ts'
import { isDelivery } from '../delivery/parcel.ts'
import { endFlags, finalFare, isFarFromDrop, tripSeconds } from '../final-fare/final-fare.ts'
import { tripDistance } from '../final-fare/trip-distance.ts'
import { fareTrack, type TrackedPoint } from '../final-fare/trip-points.ts'
import type { Actor, Outcome } from '../move.ts'
import { variants, type AppCategory } from '../variant.ts'
import { endTrip } from './settle.ts'
import { guard } from './guard.ts'
import { notifyCustomer } from './notify.ts'

export interface ReachFacts {
  /** all stored points of the booking; `fareTrack` selects those that count */
  readonly points: readonly TrackedPoint[]
  /** the map service's distance over `thinTrack(fareTrack(points))`; null when it failed or was not needed */
  readonly matchedKm: number | null
  /** the driver's judged position at the end of the trip; null when there is no fresh one */
  readonly at: (LatLng & { readonly accuracy?: number | null | undefined }) | null
  /** km by road from the pickup to `at`, read where `at` is far from the drop; null without a road */
  readonly routeKm: number | null
  /** as `tripEnd` says it; absent: now */
  readonly endedAt?: number
  /** 'HH:mm:ss' of the end in the operator's zone */
  readonly clock: string
  readonly appcat: AppCategory
  /** the rider's balance, read under the wallet's lock; absent: an empty wallet */
  readonly balance?: Minor
  /** what the rider owes, read under the same lock; needed where the booking has a `debtDue` */
  readonly owed?: Minor
  /** how many times faster than the server's clock the trip's seconds count; 1 outside the trial */
  readonly speed: number
  /** the setting `holdQuoteWithin`, percent */
  readonly holdWithin: number
  /** of a delivery; absent: none was sent and none is required */
  readonly proof?: ProofFacts
}

/** When a trip ended, ms: when the driver pressed, from the start to now [design/moves-95]. */
export const tripEnd = (startTime: number | null, pressedAt: number | undefined, now: number): number =>
  Math.max(startTime ?? 0, Math.min(pressedAt ?? now, now))

/**
 * The trip is at its drop: end time and total seconds are stored and the drop is saved [booking-14]. Taxi: the final
 * fare from the tracked route with the booking's tariff snapshot [design/moves-22]. Becomes PAID or PENDING in the same
 * change where no cash is due.
 */
export const reach = (booking: Booking, actor: Actor, facts: ReachFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'reach')
  if (refusal !== null) return refusal
  const handedOver = handOver(booking, facts.proof)
  if ('refuse' in handedOver) return handedOver
  const { at, routeKm, speed, holdWithin } = facts
  const endTime = tripEnd(booking.startTime, facts.endedAt, now)
  const seconds = tripSeconds(booking.startTime, endTime, speed)
  const track = fareTrack(facts.points, { startTime: booking.startTime, endTime })
  const away = at !== null && isFarFromDrop(at, booking.drop)
  const measured = tripDistance({
    track,
    matchedKm: facts.matchedKm,
    seconds,
    quoted: { km: booking.estimateDistance, seconds: booking.estimateTime },
    away: away ? { routeKm } : null,
  })
  const { recomputesFare } = variants[facts.appcat]
  const ended = endFlags(away, seconds)
  const { fare, flags } = recomputesFare
    ? finalFare(booking, measured, { seconds, speed, holdWithin, flags: [...measured.flags, ...ended] })
    : { fare: { ...booking.fare, charged: 'quote' as const, final: booking.fare.quoted, speed }, flags: ended }
  // The rider may have paid a part of the debt in another way meanwhile.
  const debtDue = Math.min(booking.debtDue, facts.owed ?? 0)
  const end = endTrip({ ...booking, debtDue }, fare.final ?? booking.fare.quoted, 'REACHED', now, facts.balance)
  return {
    ...end,
    ...(isDelivery(booking) && end.to === 'PAID' ? { notices: handedOverNotices(booking, end.notices) } : {}),
    move: 'reach',
    from: booking.status,
    patch: {
      ...(booking.debtDue > 0 ? { debtDue } : {}),
      ...end.patch,
      ...handedOver.patch,
      fare,
      distance: measured.distance,
      fareFlags: flags,
      reachedAt: now,
      endTime,
      trip_end_time: facts.clock,
      total_trip_time: seconds,
    },
    // A returned parcel ends at the pickup, which is not an address to save.
    ...(booking.undelivered === null ? { saveDrop: true as const } : {}),
    data: {
      distance: measured.distance,
      charged: fare.charged,
      points: track.length,
      ...('computed' in fare ? { computed: fare.computed?.tripCost } : {}),
      ...(at === null ? {} : { at: { lat: at.lat, lng: at.lng } }),
    },
  }
}

/** Replaces the sender's notice of the payment, which was made earlier [design/delivery-63]. */
const handedOverNotices = (booking: Booking, paid: readonly NoticeDraft[] = []): NoticeDraft[] => [
  notifyCustomer(booking, booking.undelivered === null ? 'notice_delivered' : 'notice_parcel_back'),
  ...paid.filter(({ user }) => user !== booking.customer),
]
