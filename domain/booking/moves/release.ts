import type { Settings } from '../../backoffice/settings.ts'
import { searchWindow } from '../../dispatch/search.ts'
import type { Booking } from '../booking.ts'
import type { Actor, Outcome } from '../move.ts'
import { isExpired, type ExpireFacts } from './expire.ts'
import { guard, movedOn } from './guard.ts'

export interface ReleaseFacts {
  readonly settings: Pick<Settings, 'autoDispatch' | 'searchMinutes'>
  /** a driver is reserved and may accept from now on; the search waits for the answer [design/dispatch-24] */
  readonly reserved: boolean
  readonly expiry: ExpireFacts
}

/**
 * A booking for later becomes dispatchable, once [invariants-T11]. With autoDispatch on and no reserved driver its
 * search begins; with autoDispatch off it waits for an admin. A booking that is due to expire is refused.
 */
export const release = (
  booking: Booking,
  actor: Actor,
  { settings, reserved, expiry }: ReleaseFacts,
  now: number,
): Outcome => {
  const refusal = guard(booking, actor, 'release')
  if (refusal !== null) return refusal
  if (booking.releasedAt !== null || now < booking.releaseAt || isExpired(booking, expiry, now)) return movedOn()
  const search = reserved ? null : searchWindow(booking, settings, now)
  return {
    move: 'release',
    from: booking.status,
    to: booking.status,
    patch: {
      releasedAt: now,
      searchStartedAt: search?.searchStartedAt ?? null,
      searchUntil: search?.searchUntil ?? null,
      searches: booking.searches + (search === null ? 0 : 1),
    },
    data: { reserved, searching: search !== null },
  }
}
