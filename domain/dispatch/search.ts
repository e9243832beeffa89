import { minuteMs } from '../kit/durations.ts'
import type { Status } from '../booking/statuses.ts'
import type { Settings } from '../backoffice/settings.ts'
import type { Asked, DispatchPolicy } from './dispatch-policy.ts'
import type { Considered } from './eligible-drivers.ts'

export interface SearchWindow {
  readonly searchStartedAt: number
  readonly searchUntil: number
}

/** From when on drivers may accept a booking, ms: at once, or releaseMinutes before its time [design/dispatch-23]. */
export const releaseAt = (
  booking: { readonly bookLater: boolean; readonly tripdate: number; readonly bookingDate: number },
  settings: Pick<Settings, 'releaseMinutes'>,
): number =>
  booking.bookLater
    ? Math.max(booking.bookingDate, booking.tripdate - settings.releaseMinutes * minuteMs)
    : booking.bookingDate

/**
 * The search of a NEW booking; null with autoDispatch off (an admin assigns) and before the release. It lasts
 * searchMinutes, for a booking for later until searchMinutes after its time [design/dispatch-8].
 */
export const searchWindow = (
  booking: { readonly bookLater: boolean; readonly tripdate: number; readonly releaseAt: number },
  settings: Pick<Settings, 'autoDispatch' | 'searchMinutes'>,
  now: number,
): SearchWindow | null => {
  if (!settings.autoDispatch || now < booking.releaseAt) return null
  const from = booking.bookLater ? Math.max(now, booking.tripdate) : now
  return { searchStartedAt: now, searchUntil: from + settings.searchMinutes * minuteMs }
}

export type SearchState = 'waiting' | 'searching' | 'no-driver'

/**
 * The visible state of the search [design/dispatch-13], of a running one its beginning; null once the booking is no
 * longer NEW.
 */
export const searchState = (
  booking: { readonly status: Status; readonly searchStartedAt?: number | null; readonly searchUntil: number | null },
  now: number,
): { state: SearchState; until: number | null; since?: number } | null => {
  if (booking.status !== 'NEW') return null
  const { searchStartedAt: since, searchUntil: until } = booking
  if (until === null) return { state: 'waiting', until }
  if (until <= now) return { state: 'no-driver', until }
  return { state: 'searching', until, ...(typeof since === 'number' ? { since } : {}) }
}

/** An offer as a search finds it. */
export interface OpenOffer {
  readonly driver: string
  readonly kind: 'dispatch' | 'assign'
  /** the search it belongs to, the first is 1; 0: assigned before any search */
  readonly search: number
  /** null: assigned */
  readonly wave: number | null
  /** when the driver was asked first in that search, ms */
  readonly askedAt: number
  readonly expiresAt: number
  readonly outcome: 'accepted' | 'declined' | 'closed' | null
}

/**
 * An offer is live while it has no outcome and time is left; the arrival of the command counts [design/dispatch-15].
 * The offer of a reserved driver is live before it opens, so that no second one is made; `accept` checks the opening.
 */
export const isLive = (offer: Pick<OpenOffer, 'outcome' | 'expiresAt'>, now: number): boolean =>
  offer.outcome === null && now < offer.expiresAt

/**
 * A decline holds until the search ends; declining an assignment holds until an admin assigns again
 * [design/dispatch-14].
 */
export const isDeclined = ({ outcome, kind, search }: OpenOffer, current: number): boolean =>
  outcome === 'declined' && (kind === 'assign' || search === current)

/** The search under way of a booking. */
export interface RunningSearch {
  /** `searches` of the booking */
  readonly number: number
  /** ms */
  readonly until: number
}

const ofSearch = (offers: readonly OpenOffer[], { number }: RunningSearch): (OpenOffer & { wave: number })[] =>
  offers.flatMap((offer) =>
    offer.kind === 'dispatch' && offer.search === number && offer.wave !== null ? [{ ...offer, wave: offer.wave }] : [],
  )

const askedOf = (offers: readonly OpenOffer[], search: RunningSearch): Asked[] =>
  ofSearch(offers, search).map(({ wave, askedAt, outcome }) => ({ wave, askedAt, answered: outcome !== null }))

/** Offers that were not answered in time and are shown again. */
const expired = (offers: readonly OpenOffer[], search: RunningSearch, now: number): OpenOffer[] =>
  ofSearch(offers, search).filter((offer) => offer.outcome === null && !isLive(offer, now))

/** When the latest expired offer without an answer expired, ms; 0: there is none. */
export const lastExpired = (search: RunningSearch, offers: readonly OpenOffer[], now: number): number =>
  Math.max(0, ...expired(offers, search, now).map(({ expiresAt }) => expiresAt))

/** While an assigned driver can still accept, the search asks no one else [design/dispatch-24]. */
const isAssigned = (offers: readonly OpenOffer[], now: number): boolean =>
  offers.some((offer) => offer.kind === 'assign' && isLive(offer, now))

/** Whether a turn of the search may have work: drivers to ask next, or an offer to renew. */
export const isTurnDue = (
  search: RunningSearch,
  offers: readonly OpenOffer[],
  policy: DispatchPolicy,
  now: number,
): boolean =>
  !isAssigned(offers, now) && (policy.nextAt(askedOf(offers, search)) <= now || expired(offers, search, now).length > 0)

/** How many eligible drivers the next turn looks at. */
export const lookAt = (search: RunningSearch, offers: readonly OpenOffer[], policy: DispatchPolicy): number =>
  policy.looksAt(ofSearch(offers, search).length)

/**
 * Considered drivers that the search may ask or ask again: eligible, without a live offer, not declined. None while an
 * assigned driver may still accept.
 */
export const askable = (
  search: RunningSearch,
  offers: readonly OpenOffer[],
  considered: readonly Considered[],
  now: number,
): Considered[] => {
  if (isAssigned(offers, now)) return []
  const known = new Map(offers.map((offer) => [offer.driver, offer]))
  return considered.filter(({ driver, reason }) => {
    const had = known.get(driver.id)
    return reason === null && (had === undefined || (!isDeclined(had, search.number) && !isLive(had, now)))
  })
}

export interface FoundForTurn {
  readonly considered: readonly Considered[]
  /** seconds by road to the pickup, by driver id; missing where the maps gave none */
  readonly pickupSeconds: ReadonlyMap<string, number>
}

export type SearchTurn =
  /** the search is over: close open offers and notify once [design/dispatch-11] */
  | { readonly over: true }
  | {
      readonly over: false
      /** number of the wave, the last one where no driver is asked now */
      readonly wave: number
      /** drivers asked for the first time in this search, in order */
      readonly ask: readonly Considered[]
      /** drivers with an unanswered offer that is shown again */
      readonly renew: readonly Considered[]
      /** of all these offers, ms */
      readonly expiresAt: number
    }

/**
 * What a turn of a search offers, and to which drivers [design/dispatch-9]. An offer is shown `offerSeconds` at a time
 * and renewed while unanswered; a live one is left alone; it ends with the search at the latest [design/dispatch-14].
 */
export const searchTurn = (
  search: RunningSearch,
  offers: readonly OpenOffer[],
  { considered, pickupSeconds }: FoundForTurn,
  { policy, offerSeconds }: { readonly policy: DispatchPolicy; readonly offerSeconds: number },
  now: number,
): SearchTurn => {
  if (search.until <= now) return { over: true }
  const free = askable(search, offers, considered, now)
  const again = new Set(expired(offers, search, now).map(({ driver }) => driver))
  const asked = askedOf(offers, search)
  const last = Math.max(0, ...asked.map(({ wave }) => wave))
  const candidates = free
    .filter(({ driver }) => !again.has(driver.id))
    .map((one) => ({ ...one, id: one.driver.id, km: one.km ?? 0, seconds: pickupSeconds.get(one.driver.id) ?? null }))
  const chosen = policy.nextAt(asked) <= now ? policy.choose(candidates, last + 1) : []
  return {
    over: false,
    wave: chosen.length > 0 ? last + 1 : last,
    ask: chosen.map(({ driver, km, reason }) => ({ driver, km, reason })),
    renew: free.filter(({ driver }) => again.has(driver.id)),
    expiresAt: Math.min(now + offerSeconds * 1000, search.until),
  }
}
