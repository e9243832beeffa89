import type { Settings } from '../../backoffice/settings.ts'
import { searchState, searchWindow } from '../../dispatch/search.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn } from './guard.ts'

export interface SearchAgainFacts {
  readonly settings: Pick<Settings, 'autoDispatch' | 'searchMinutes'>
  /** a driver chosen by an admin may still accept */
  readonly assigned?: boolean
}

/**
 * design §6 "search again": a new search after one that found nobody; a running search goes on instead. The system takes
 * up what waits without a search: the assigned driver did not accept, or automatic dispatch was switched on meanwhile.
 */
export const searchAgain = (booking: Booking, actor: Actor, facts: SearchAgainFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'search-again')
  if (refusal !== null) return refusal
  const search = searchWindow(booking, facts.settings, now)
  const state = searchState(booking, now)?.state
  const waits = booking.releasedAt !== null && search !== null && facts.assigned !== true
  if (actor.kind === 'system' ? state !== 'waiting' || !waits : state !== 'no-driver') return movedOn()
  return {
    move: 'search-again',
    from: booking.status,
    to: booking.status,
    patch: {
      searchStartedAt: search?.searchStartedAt ?? null,
      searchUntil: search?.searchUntil ?? null,
      searches: booking.searches + 1,
    },
    data: { search: booking.searches + 1 },
  }
}
