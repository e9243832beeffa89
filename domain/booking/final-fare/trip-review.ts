import type { Booking } from '../booking.ts'
import { fareFlags, type FareFlag } from './fare-flags.ts'

/**
 * Why the office looks at a trip before its money leaves the platform [design/privacy-20]. Each has a text
 * `trip_review_<reason>`.
 */
export const reviewReasons = ['no-track', 'short-trip', 'same-pair', 'promo-pair', 'same-device'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/**
 * The flags of a fare that wait for the office's look without withholding money; the others hold back the trip
 * [design/moves-69].
 */
export const checkedFlags: readonly FareFlag[] = fareFlags.filter(
  (flag) => !(reviewReasons as readonly string[]).includes(flag),
)

/** Trips of a rider and a driver with each other are counted over this many days. */
export const pairDays = 7
/** The fourth trip of the same two people within the days is looked at. */
const usualOfPair = 3

/** Trips that this rider and this driver ended together in the days before, and how many of them had a promo. */
export interface PairTrips {
  readonly trips: number
  readonly withPromo: number
  /** the two accounts signed in from the same browser */
  readonly sameDevice: boolean
}

/**
 * What makes a trip suspicious: too few positions, no time, the same two people again and again, a promo between two
 * people who used one together before, a rider and a driver in the same browser. It changes no price, promo or
 * settlement.
 */
export const reviewReasonsOf = (
  { fareFlags, promo_applied }: Pick<Booking, 'fareFlags' | 'promo_applied'>,
  pair: PairTrips,
): ReviewReason[] => [
  ...reviewReasons.filter((reason) => (fareFlags as readonly string[]).includes(reason)),
  ...(pair.trips >= usualOfPair ? (['same-pair'] as const) : []),
  ...(promo_applied && pair.withPromo > 0 ? (['promo-pair'] as const) : []),
  ...(pair.sameDevice ? (['same-device'] as const) : []),
]
