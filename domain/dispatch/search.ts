import type { Status } from '../booking/statuses.ts'
import type { Settings } from '../backoffice/settings.ts'
import type { Considered } from './eligible-drivers.ts'

const minuteMs = 60_000

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

/** The visible state of the search [design/dispatch-13], of a running one its beginning; null once the booking is no longer NEW. */
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

/** An offer as the sweep finds it. */
export interface OpenOffer {
  readonly driver: string
  readonly kind: 'dispatch' | 'assign'
  readonly expiresAt: number
  readonly outcome: 'accepted' | 'declined' | 'closed' | null
}

/**
 * An offer is live while it has no outcome and time is left; the arrival of the command counts [design/dispatch-15]. The
 * offer of a reserved driver is live before it opens, so that no second one is made; `accept` checks the opening.
 */
export const isLive = (offer: Pick<OpenOffer, 'outcome' | 'expiresAt'>, now: number): boolean =>
  offer.outcome === null && now < offer.expiresAt

export type SweepDecision =
  /** the search is over: close open offers and notify once [design/dispatch-11] */
  | { readonly over: true }
  | {
      readonly over: false
      readonly expiresAt: number
      /** drivers to offer the booking to now, nearest first */
      readonly offer: readonly Considered[]
      /** those of them with an earlier unanswered offer, which is shown again */
      readonly renew: readonly string[]
    }

/**
 * The offers that a sweep makes for one searching booking: to all eligible drivers at once [design/dispatch-10]. An offer
 * is shown `offerSeconds` at a time and renewed while unanswered; a live one is left alone; it ends with the search at
 * the latest [design/dispatch-14].
 */
export const sweepDecision = (
  booking: { readonly searchUntil: number },
  offers: readonly OpenOffer[],
  considered: readonly Considered[],
  offerSeconds: number,
  now: number,
): SweepDecision => {
  if (booking.searchUntil <= now) return { over: true }
  const known = new Map(offers.map((offer) => [offer.driver, offer]))
  const offer = considered
    .filter(({ driver, reason }) => {
      const had = known.get(driver.id)
      return reason === null && (had === undefined || (had.outcome !== 'declined' && !isLive(had, now)))
    })
    .sort((a, b) => (a.km ?? 0) - (b.km ?? 0))
  return {
    over: false,
    expiresAt: Math.min(now + offerSeconds * 1000, booking.searchUntil),
    offer,
    renew: offer.filter(({ driver }) => known.has(driver.id)).map(({ driver }) => driver.id),
  }
}
