/** An offer that one driver of the fleet holds. */
export interface HeldOffer {
  readonly driver: string
  /** ms */
  readonly expiresAt: number
  /** seconds and km to the pickup */
  readonly pickupTime: number | null
  readonly pickupDistance: number
}

export interface OfferState {
  readonly driver: string
  readonly live: boolean
}

/** The offers of a booking, and the eligible drivers that a later wave may ask. */
export interface OffersOfBooking {
  readonly offers: readonly OfferState[]
  readonly waiting: readonly string[]
}

export type Verdict =
  | { readonly kind: 'wait'; readonly ms: number }
  /** nearest first: when one loses the race, the next tries */
  | { readonly kind: 'accept'; readonly drivers: readonly string[] }
  /** no driver of the fleet has a live offer; a renewed offer starts over */
  | { readonly kind: 'leave' }

/** A person sees the offer this long before the fleet accepts it. */
export const acceptAfterMs = 8000
/** While a person has a live offer or may still get one, the fleet waits this long. It never declines. */
export const holdBackMs = 20_000
const checkAgainMs = 1000

interface Query {
  /** time of the fleet's first offer of the booking, ms */
  readonly since: number
  readonly now: number
  readonly held: readonly HeldOffer[]
  /** of the booking, to the fleet and to people */
  readonly asked: OffersOfBooking
  readonly isFleet: (driver: string) => boolean
}

const nearness = (a: HeldOffer, b: HeldOffer): number =>
  (a.pickupTime ?? a.pickupDistance * 120) - (b.pickupTime ?? b.pickupDistance * 120)

/** Decides what the fleet does with a booking now. Pure: the desk calls it again when the wait is over. */
export const decide = ({ since, now, held, asked, isFleet }: Query): Verdict => {
  const live = held.filter((offer) => offer.expiresAt > now)
  if (live.length === 0) return { kind: 'leave' }
  const age = now - since
  if (age < acceptAfterMs) return { kind: 'wait', ms: acceptAfterMs - age }
  const others = asked.offers.filter((offer) => offer.live).map(({ driver }) => driver)
  const personMayAccept = [...others, ...asked.waiting].some((driver) => !isFleet(driver))
  if (personMayAccept && age < holdBackMs) return { kind: 'wait', ms: Math.min(checkAgainMs, holdBackMs - age) }
  return { kind: 'accept', drivers: live.toSorted(nearness).map((offer) => offer.driver) }
}
