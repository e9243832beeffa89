import { givenFare } from '../../fare/fare.ts'
import type { Fare } from '../../fare/tariff.ts'
import type { Minor } from '../../kit/money.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Change, Outcome } from '../move.ts'
import { tripSeconds } from '../final-fare/final-fare.ts'
import { endUnpaid } from './end-unpaid.ts'
import { guard, refuse } from './guard.ts'
import { notifyCustomer, notifyDriver } from './notify.ts'
import { endTrip } from './settle.ts'

export interface AbortFacts {
  readonly reason: string
  /** the partial fare the admin sets, at most the quote's G; null: no fare, the booking is cancelled */
  readonly fare: Minor | null
  /** 'HH:mm:ss' in the operator's zone */
  readonly clock: string
  /** how many times faster than the server's clock the trip's seconds count; 1 outside the trial */
  readonly speed: number
}

/** An admin ends a trip that cannot continue, with a reason, for a part of the fare or none [design/moves-37]. */
export const abort = (booking: Booking, actor: Actor, facts: AbortFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'abort')
  if (refusal !== null) return refusal
  if (!/\S/.test(facts.reason)) return refuse(422, 'cancel_reason_missing', { fields: { reason: 'missing' } })
  const { fare } = facts
  if (fare !== null && !(Number.isSafeInteger(fare) && fare >= 0 && fare <= booking.fare.quoted.tripCost))
    return refuse(422, 'invalid_input', { fields: { fare: 'from 0 to the price of the quote' } })
  const ended = booking.status === 'REACHED' ? {} : endNow(booking, facts, now)
  return fare === null ? withoutFare(booking, facts, ended, now) : withFare(booking, fare, facts, ended, now)
}

type Ended = Partial<Pick<Booking, 'endTime' | 'trip_end_time' | 'total_trip_time' | 'reachedAt'>>

/** A trip that has reached its drop has ended there. */
const endNow = (booking: Booking, { clock, speed }: AbortFacts, now: number): Ended => ({
  endTime: now,
  trip_end_time: clock,
  total_trip_time: tripSeconds(booking.startTime, now, speed),
  ...(booking.status === 'STARTED' ? { reachedAt: now } : {}),
})

const officeNotices = (
  booking: Booking,
  message: 'notice_cancelled_office' | 'notice_ended_office',
  reason: string,
) => [notifyCustomer(booking, message, { reason }), ...notifyDriver(booking, message, { reason })]

const withoutFare = (booking: Booking, { reason }: AbortFacts, ended: Ended, now: number): Change => {
  const end = endUnpaid(booking, 0, now)
  return {
    ...end,
    move: 'abort',
    from: booking.status,
    patch: { ...end.patch, ...ended, reason, cancelledBy: 'admin' },
    notices: officeNotices(booking, 'notice_cancelled_office', reason),
    audit: { action: 'booking.abort', data: { reason, fare: null } },
    data: { reason },
  }
}

/** The final fare and the quote keep their fee and share, since their G includes the fee. */
const fareOfAbort = (
  { fare: { final, quoted }, tariff }: Booking,
  given: Minor,
  driven: Pick<Fare, 'distanceKm' | 'seconds'>,
): Fare => {
  if (final?.tripCost === given) return final
  return quoted.tripCost === given ? { ...quoted, ...driven } : givenFare(tariff, given, driven)
}

const withFare = (booking: Booking, given: Minor, { reason, speed }: AbortFacts, ended: Ended, now: number): Change => {
  const seconds = { ...booking, ...ended }.total_trip_time ?? 0
  const final = fareOfAbort(booking, given, { distanceKm: booking.distance ?? 0, seconds })
  const end = endTrip(booking, final, 'PENDING', now)
  return {
    ...end,
    move: 'abort',
    from: booking.status,
    patch: {
      ...end.patch,
      ...ended,
      // Reminders and the dashboard count from it, also where the trip ended at its pickup [design/money-49].
      reachedAt: booking.reachedAt ?? now,
      reason,
      fare: { ...booking.fare, charged: 'given', final, speed },
    },
    driver: 'free',
    notices: [...(end.notices ?? []), ...officeNotices(booking, 'notice_ended_office', reason)],
    audit: { action: 'booking.abort', data: { reason, fare: given } },
    data: { reason, fare: given },
  }
}
