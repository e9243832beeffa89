import type { Settings } from '../../backoffice/settings.ts'
import { searchState, searchWindow } from '../../dispatch/search.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { isExpired, type ExpireFacts } from './expire.ts'
import { guard, movedOn } from './guard.ts'

export interface SearchAgainFacts {
  readonly settings: Pick<Settings, 'autoDispatch' | 'searchMinutes'>
  /** an assigned driver may still accept */
  readonly assigned?: boolean
  /** of the system: it starts no search for a booking that is due to expire [design/dispatch-74] */
  readonly expiry?: ExpireFacts
}

/**
 * Starts a new search after one that found no driver; refused while a search runs. The system starts one for a released
 * booking without a search: the assigned driver did not accept, or autoDispatch was switched on [design/moves-40].
 */
export const searchAgain = (booking: Booking, actor: Actor, facts: SearchAgainFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'search-again')
  if (refusal !== null) return refusal
  const search = searchWindow(booking, facts.settings, now)
  const state = searchState(booking, now)?.state
  const expired = facts.expiry !== undefined && isExpired(booking, facts.expiry, now)
  const canSearch = booking.releasedAt !== null && search !== null && facts.assigned !== true && !expired
  if (actor.kind === 'system' ? state !== 'waiting' || !canSearch : state !== 'no-driver') return movedOn()
  return {
    move: 'search-again',
    from: booking.status,
    to: booking.status,
    patch: {
      // With autoDispatch off it waits for an admin, and its expiry counts from now [design/moves-38].
      searchStartedAt: now,
      searchUntil: search?.searchUntil ?? null,
      searches: booking.searches + 1,
    },
    data: { search: booking.searches + 1 },
  }
}
