import type { Settings } from '../../backoffice/settings.ts'
import { searchState, searchWindow } from '../../dispatch/search.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { guard, movedOn } from './guard.ts'

export interface SearchAgainFacts {
  readonly settings: Pick<Settings, 'autoDispatch' | 'releaseMinutes' | 'searchMinutes'>
}

/** design §6 "search again": a new search after one that found nobody; a running search goes on instead. */
export const searchAgain = (booking: Booking, actor: Actor, { settings }: SearchAgainFacts, now: number): Outcome => {
  const refusal = guard(booking, actor, 'search-again')
  if (refusal !== null) return refusal
  if (searchState(booking, now)?.state !== 'no-driver') return movedOn()
  const search = searchWindow(booking, settings, now)
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
