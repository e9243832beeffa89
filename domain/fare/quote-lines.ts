import { toMajor } from '../kit/money.ts'
import type { Fare } from './tariff.ts'

/** One side of the fare's explanation on the wire, major units. */
export interface FareSide {
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

export interface QuoteLine {
  readonly line: 'distance' | 'time' | 'parcel' | 'option' | 'promo' | 'total'
  /** km of `distance`, seconds of `time`, major units of the others */
  readonly value: number
}

/** The lines of a quote or receipt for a rider, in the order they are shown; amounts of 0 have no line. */
export const quoteLines = (side: FareSide, discount: number): QuoteLine[] => [
  { line: 'distance', value: side.distanceKm },
  { line: 'time', value: side.seconds },
  ...(side.parcel > 0 ? [{ line: 'parcel', value: side.parcel } as const] : []),
  ...(side.option > 0 ? [{ line: 'option', value: side.option } as const] : []),
  ...(discount > 0 ? [{ line: 'promo', value: -discount } as const] : []),
  { line: 'total', value: side.total - discount },
]
