import { toMajor } from '../kit/money.ts'
import type { Fare } from './tariff.ts'

/** One side of the fare's explanation on the wire, major units. */
interface FareSide {
  readonly distanceKm: number
  readonly seconds: number
  readonly parcel: number
  readonly option: number
  readonly total: number
  readonly lines?: Fare['lines']
}

/**
 * What is told of a fare: km, seconds, parcel and option amounts, total. The rate lines only on wish, for admins, since
 * total − lines would show riders the hidden fee (design §6 "What riders see of a fare").
 */
export const fareSide = (fare: Fare, exponent: number, withLines: boolean): FareSide => ({
  distanceKm: fare.distanceKm,
  seconds: fare.seconds,
  parcel: fare.lines.parcel,
  option: fare.lines.option,
  total: toMajor(fare.tripCost, exponent),
  ...(withLines ? { lines: fare.lines } : {}),
})
