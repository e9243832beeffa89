/** An offer that one driver of the fleet holds. */
export interface HeldOffer {
  readonly driver: string
  /** ms */
  readonly expiresAt: number
  /** seconds and km to the pickup */
  readonly pickupTime: number | null
  readonly pickupDistance: number
}

export interface OfferSeen {
  readonly driver: string
  readonly live: boolean
}

export type Verdict =
  | { readonly kind: 'wait'; readonly ms: number }
  /** nearest first: who loses the race leaves it to the next */
  | { readonly kind: 'take'; readonly drivers: readonly string[] }
  /** nobody of the fleet holds a live offer; a renewed one brings it back */
  | { readonly kind: 'leave' }

/** A person sees the offer this long before the fleet takes it. */
export const takeAfterMs = 8000
/** While a person's driver holds a live offer, the fleet holds back this long. It never declines. */
export const holdBackMs = 20_000
const lookAgainMs = 1000

interface Query {
  /** when the fleet first heard of the booking, ms */
  readonly since: number
  readonly now: number
  readonly held: readonly HeldOffer[]
  /** all offers of the booking, the fleet's and the persons' */
  readonly offers: readonly OfferSeen[]
  readonly isFleet: (driver: string) => boolean
}

const nearness = (a: HeldOffer, b: HeldOffer): number =>
  (a.pickupTime ?? a.pickupDistance * 120) - (b.pickupTime ?? b.pickupDistance * 120)

/** What the fleet does about a booking now. Pure: the conductor asks again when the time has come. */
export const decide = ({ since, now, held, offers, isFleet }: Query): Verdict => {
  const live = held.filter((offer) => offer.expiresAt > now)
  if (live.length === 0) return { kind: 'leave' }
  const age = now - since
  if (age < takeAfterMs) return { kind: 'wait', ms: takeAfterMs - age }
  const personAsked = offers.some((offer) => offer.live && !isFleet(offer.driver))
  if (personAsked && age < holdBackMs) return { kind: 'wait', ms: Math.min(lookAgainMs, holdBackMs - age) }
  return { kind: 'take', drivers: live.toSorted(nearness).map((offer) => offer.driver) }
}
