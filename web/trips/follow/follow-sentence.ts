import type { Status } from '@remis/domain/booking/statuses'
import type { FollowedTrip } from '@remis/domain/guest-links/guest-links-api'

interface Sentence {
  readonly key:
    | 'follow_say_later'
    | 'follow_say_searching'
    | 'follow_say_coming'
    | 'follow_say_at_pickup'
    | 'follow_say_driving'
    | 'follow_say_driving_until'
    | 'follow_say_arrived'
    | 'follow_say_returned'
    | 'follow_say_back'
    | 'follow_say_aborted'
    | 'follow_say_cancelled'
    | 'follow_car_to_pickup'
    | 'follow_car_at_pickup'
    | 'follow_car_driving'
    | 'follow_car_arrived'
  /** ms since 1970 */
  readonly at?: number
}

/** On a driver's link, which is shown from ACCEPTED to REACHED. */
const carSentence: Partial<Record<Status, Sentence['key']>> = {
  ACCEPTED: 'follow_car_to_pickup',
  ARRIVED: 'follow_car_at_pickup',
  STARTED: 'follow_car_driving',
}

/** The state of a followed ride as one sentence. `lost`: the position is too old for an arrival time. */
export const followSentence = (
  { status, rider, bookLater, tripdate, eta, now, endedAt, parcel, aborted }: FollowedTrip,
  lost: boolean,
): Sentence => {
  if (rider === null) return { key: carSentence[status] ?? 'follow_car_arrived' }
  if (aborted) return { key: 'follow_say_aborted' }
  if (parcel?.returned && status !== 'CANCELLED')
    return { key: status === 'STARTED' ? 'follow_say_returned' : 'follow_say_back' }
  switch (status) {
    case 'PAYMENT_PENDING':
    case 'NEW':
      return bookLater && tripdate > now ? { key: 'follow_say_later', at: tripdate } : { key: 'follow_say_searching' }
    case 'ACCEPTED':
      return { key: 'follow_say_coming' }
    case 'ARRIVED':
      return { key: 'follow_say_at_pickup' }
    case 'STARTED':
      return eta === null || lost
        ? { key: 'follow_say_driving' }
        : { key: 'follow_say_driving_until', at: now + eta * 1000 }
    case 'CANCELLED':
      return { key: 'follow_say_cancelled' }
    case 'REACHED':
    case 'PENDING':
    case 'PAID':
    case 'COMPLETE':
      return { key: 'follow_say_arrived', at: endedAt ?? now }
  }
}
