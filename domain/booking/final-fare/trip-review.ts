import type { Booking } from '../booking.ts'
import { fareFlags, type FareFlag } from './fare-flags.ts'

/**
 * Why the office looks at a trip before its money leaves the platform [design/privacy-20]. Each has a text
 * `trip_review_<reason>`.
 */
export const reviewReasons = ['no-track', 'short-trip', 'same-pair', 'promo-pair', 'same-device', 'new-riders'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/**
 * The flags of a fare that wait for the office's look without withholding money; the others hold back the trip
 * [design/moves-69].
 */
export const checkedFlags: readonly FareFlag[] = fareFlags.filter(
  (flag) => !(reviewReasons as readonly string[]).includes(flag),
)

/** Trips of the last days that a review counts. */
export const reviewDays = 7
/** Trips of the same two people within the days that need no review: the next one is reviewed. */
const usualOfPair = 3
/** New riders of a driver within `reviewDays` that need no review [design/moves-107]. */
const usualNewRiders = 3

/** Facts about the rider and the driver of an ended trip. */
export interface ReviewFacts {
  /** earlier trips of the two within `reviewDays`, and how many of them had a promo */
  readonly trips: number
  readonly withPromo: number
  /** the two accounts signed in from the same browser */
  readonly sameDevice: boolean
  /** new riders of the driver within `reviewDays`, including this one; 0: this rider is not new [design/moves-107] */
  readonly newRiders: number
}

/**
 * What makes a trip suspicious: too few positions, no time, the same two people again and again, a promo between two
 * people who used one together before, a rider and a driver in the same browser, one driver with many new riders at the
 * platform's expense. It changes no price, promo or settlement.
 */
export const reviewReasonsOf = (
  { fareFlags, promo_applied }: Pick<Booking, 'fareFlags' | 'promo_applied'>,
  facts: ReviewFacts,
): ReviewReason[] => [
  ...reviewReasons.filter((reason) => (fareFlags as readonly string[]).includes(reason)),
  ...(facts.trips >= usualOfPair ? (['same-pair'] as const) : []),
  ...(promo_applied && facts.withPromo > 0 ? (['promo-pair'] as const) : []),
  ...(facts.sameDevice ? (['same-device'] as const) : []),
  ...(facts.newRiders > usualNewRiders ? (['new-riders'] as const) : []),
]
