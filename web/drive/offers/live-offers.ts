import type { OfferView } from '@remis/domain/dispatch/dispatch-api'

/** When each answered offer was made, by booking; it stays hidden until it is renewed. */
export type Answered = Readonly<Record<string, number>>

/** The open offers, oldest first, so that shown offers keep their place. `now` by the server's clock. */
export const liveOffers = (offers: readonly OfferView[], answered: Answered, now: number): readonly OfferView[] =>
  offers
    .filter((offer) => offer.expiresAt > now && (answered[offer.bookingId] ?? -1) < offer.offeredAt)
    .toSorted((a, b) => a.offeredAt - b.offeredAt || (a.bookingId < b.bookingId ? -1 : 1))

/** How much of an offer's time is left, 1 to 0. */
export const shareLeft = (offer: Pick<OfferView, 'offeredAt' | 'expiresAt'>, now: number): number =>
  Math.min(1, Math.max(0, (offer.expiresAt - now) / Math.max(1, offer.expiresAt - offer.offeredAt)))

/** New and renewed offers: they sound the horn. */
export const freshOffers = (seen: Answered, offers: readonly OfferView[]): readonly OfferView[] =>
  offers.filter((offer) => (seen[offer.bookingId] ?? -1) < offer.offeredAt)
