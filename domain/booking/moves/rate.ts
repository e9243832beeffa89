import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, refuse } from './guard.ts'
import { notifyDriver } from './notify.ts'

export interface RateFacts {
  /** 1 to 5 */
  readonly rate: number
  readonly tags: readonly string[]
  readonly feedback: string | null
  readonly withinDays: number
  /** the data of the driver's account were deleted */
  readonly driverErased: boolean
}

/**
 * Stores the rating and completes a PAID booking. A booking that completed unrated may be rated once within
 * `withinDays` of its payment; it stays COMPLETE [design/moves-32]. Of an erased driver no text is stored
 * [design/privacy-40].
 */
export const rate = (booking: Booking, actor: Actor, facts: RateFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'rate')
  // 404 for others comes before `already_rated`, which would reveal that the trip was rated.
  if (refusal !== null && refusal.refuse.status !== 409) return refusal
  if (booking.rating !== null) return refuse(409, 'already_rated')
  if (refusal !== null) return refusal
  if (!Number.isInteger(facts.rate) || facts.rate < 1 || facts.rate > 5)
    return refuse(400, 'invalid_input', { fields: { rating: '1 to 5' } })
  if (now > (booking.paidAt ?? 0) + facts.withinDays * 86_400_000) return refuse(422, 'rating_closed')
  const feedback = facts.driverErased ? null : facts.feedback
  return {
    move: 'rate',
    from: booking.status,
    to: 'COMPLETE',
    patch: {
      rating: facts.rate,
      feedback,
      ...(booking.status === 'PAID' ? { completedAt: now } : {}),
    },
    rating: { rate: facts.rate, tags: facts.tags, feedback },
    notices: facts.driverErased ? [] : notifyDriver(booking, 'notice_rated', { stars: facts.rate }),
    data: { rating: facts.rate },
  }
}
