import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import type { OfferEnd } from './ended-offers.ts'
import type { Answered } from './use-offers.ts'

/** How long an ended request keeps its place, ms. */
const restTime = 1500

export interface PlacedOffer {
  readonly offer: OfferView
  /** `answered`: by the driver */
  readonly ended: { readonly at: number; readonly as: OfferEnd | 'answered' } | null
}

/**
 * The requests on the screen, oldest first. An ended request keeps its place for a moment if another one is below it:
 * otherwise the next Accept button would move under the driver's thumb [design/web-158]. `live`: the open requests;
 * `now` by the server's clock. Returns `before` if nothing changes.
 */
export const placeOffers = (
  before: readonly PlacedOffer[],
  live: readonly OfferView[],
  answered: Answered,
  now: number,
): readonly PlacedOffer[] => {
  const place = (held: PlacedOffer): PlacedOffer => {
    const offer = live.find(({ bookingId }) => bookingId === held.offer.bookingId)
    if (offer !== undefined) return offer === held.offer && held.ended === null ? held : { offer, ended: null }
    return held.ended === null ? { ...held, ended: { at: now, as: endOf(held.offer, answered, now) } } : held
  }
  const held = new Set(before.map(({ offer }) => offer.bookingId))
  const fresh = live.filter(({ bookingId }) => !held.has(bookingId)).map((offer) => ({ offer, ended: null }))
  const all = [...before.map(place), ...fresh]
  const lastOpen = all.findLastIndex(({ ended }) => ended === null)
  const next = all.filter(({ ended }, n) => ended === null || (n < lastOpen && now < ended.at + restTime))
  return next.length === before.length && next.every((one, n) => one === before[n]) ? before : next
}

const endOf = (offer: OfferView, answered: Answered, now: number): OfferEnd | 'answered' => {
  if ((answered[offer.bookingId] ?? -1) >= offer.offeredAt) return 'answered'
  return now < offer.expiresAt ? 'gone' : 'ran-out'
}
