import { fareOf } from '../../fare/fare.ts'
import type { Fare } from '../../fare/tariff.ts'
import { kmBetween, type LatLng } from '../../kit/distance.ts'
import { toMinor } from '../../kit/money.ts'
import type { Booking, FareExplanation } from '../booking.ts'
import type { FareFlag } from './fare-flags.ts'
import type { TripDistance } from './trip-distance.ts'

/**
 * A trip ended further from its drop than this, after its accuracy, is flagged and charged as driven [design/moves-63].
 */
const farKm = 0.5
/** [design/moves-64] */
const shortSeconds = 60
/** Parts of the quote above which a fare is flagged, or not charged [design/moves-65]. */
const flaggedAbove = 1.3
const cappedAbove = 1.5

/**
 * Whether a position at the end of a trip is too far from the drop; `accuracy` in metres, of which at most 100 count.
 */
export const isFarFromDrop = (at: LatLng & { readonly accuracy?: number | null | undefined }, drop: LatLng): boolean =>
  kmBetween(at, drop) - Math.min(100, at.accuracy ?? 0) / 1000 > farKm

/** Seconds that a trip is charged: the server's, × `simulatedSpeed` in the trial [design/moves-66]. */
export const tripSeconds = (startTime: number | null, endTime: number, speed: number): number =>
  startTime === null ? 0 : Math.max(0, Math.round(((endTime - startTime) / 1000) * speed))

/**
 * What the office should know of the end of a trip, whatever its fare: away from the drop, or right after the start.
 */
export const endFlags = (away: boolean, seconds: number): FareFlag[] => [
  ...(away ? ['far-from-drop' as const] : []),
  ...(seconds < shortSeconds ? ['short-trip' as const] : []),
]

export interface TripFacts {
  /** from `tripSeconds` */
  readonly seconds: number
  /** how many times faster than the server's clock the seconds count */
  readonly speed: number
  /** the setting `holdQuoteWithin`, percent */
  readonly holdWithin: number
  /** of the distance and of the end of the trip */
  readonly flags: readonly FareFlag[]
}

export interface FinalFare {
  readonly fare: FareExplanation
  readonly flags: readonly FareFlag[]
}

/**
 * The final fare of a taxi trip from its charged distance and seconds, with the booking's tariff snapshot
 * [design/moves-22]. Within `holdWithin` percent of the quote, in either direction, the quote is charged
 * [design/moves-67]; not for a trip that ended away from its drop or is charged the minimum, since the quote is for the
 * whole way. Above 1.3 times the quote it is flagged; above 1.5 times plus the minimum fare the quote is charged and
 * the computed fare is kept for the office [design/moves-65].
 */
export const finalFare = (
  booking: Booking,
  { chargedKm, charged }: Pick<TripDistance, 'chargedKm' | 'charged'>,
  { seconds, speed, holdWithin, flags }: TripFacts,
): FinalFare => {
  const { quoted } = booking.fare
  const isMinimum = charged === 'minimum'
  const computed: Fare = fareOf(booking.tariff, {
    distanceKm: chargedKm,
    seconds: isMinimum ? 0 : seconds,
    parcel: booking.parcelTypeSelected?.amount ?? 0,
    option: booking.optionSelected?.amount ?? 0,
  })
  const [now, then] = [computed.tripCost, quoted.tripCost]
  const mayHold = holdWithin > 0 && !isMinimum && !flags.includes('far-from-drop')
  if (mayHold && Math.abs(now - then) * 100 <= holdWithin * then)
    return { fare: { quoted, final: quoted, charged: 'held', computed, speed }, flags }
  const minimum = toMinor(booking.tariff.min_fare, booking.tariff.exponent)
  if (now > cappedAbove * then + minimum)
    return { fare: { quoted, final: quoted, charged: 'capped', computed, speed }, flags: [...flags, 'capped'] }
  return {
    fare: { quoted, final: computed, charged, speed },
    flags: now > flaggedAbove * then ? [...flags, 'above-quote'] : flags,
  }
}
