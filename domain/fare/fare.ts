import type { Decimal } from 'decimal.js'
import { kmPerMile } from '../kit/distance.ts'
import type { Minor } from '../kit/money.ts'
import { asMajor, FareDecimal, roundAmount } from './round-amount.ts'
import type { Fare, Tariff } from './tariff.ts'

export interface DrivenTrip {
  readonly distanceKm: number
  readonly seconds: number
  /** amount of the selected parcel type, major units; 0 without one */
  readonly parcel: number
  /** amount of the selected option, major units; 0 without one */
  readonly option: number
}

/**
 * The fare of a trip [design/money-5]: rate × distance + rate × hours, the base fare when above 0, parcel and option
 * amounts, raised to min_fare; the fee is flat or a percentage of that cost. Distance in km, divided by 1.609344 when
 * the tariff counts miles. F is rounded from the unrounded fee, G from cost + fee, each half up to the tariff's
 * decimals; S = G − F [design/money-6]. Lines are not rounded. Throws RangeError for an input that is not a finite
 * number of 0 or more.
 */
export const fareOf = (tariff: Tariff, trip: DrivenTrip): Fare => {
  // All amounts are multiplied by `below`, so that nothing is divided before the end: a third of an hour stays exact.
  const perUnit = tariff.unit === 'mile' ? kmPerMile : 1
  const below = new FareDecimal(perUnit).times(3600)
  const distance = checked(trip.distanceKm).times(checked(tariff.rate_per_unit_distance)).times(3600)
  const time = checked(trip.seconds).times(checked(tariff.rate_per_hour)).times(perUnit)
  const base = checked(Math.max(0, tariff.base_fare))
  const fixed = base.plus(checked(trip.parcel)).plus(checked(trip.option)).times(below)
  const sum = distance.plus(time).plus(fixed)
  const cost = FareDecimal.max(sum, checked(tariff.min_fare).times(below))
  const fee = feeOn(tariff, cost, below)
  const tripCost = roundAmount(cost.plus(fee).div(below), tariff)
  const convenienceFees = roundAmount(fee.div(below), tariff)
  const line = (amount: Decimal): number => amount.div(below).toNumber()
  return {
    distanceKm: trip.distanceKm,
    seconds: trip.seconds,
    lines: {
      base: base.toNumber(),
      distance: line(distance),
      time: line(time),
      parcel: trip.parcel,
      option: trip.option,
      minimum: line(cost.minus(sum)),
      fee: line(fee),
    },
    tripCost,
    convenienceFees,
    driverShare: tripCost - convenienceFees,
  }
}

/**
 * The fare that an admin sets for an aborted trip [design/moves-37]: G as given, F = the fee by the tariff's formula on
 * it, rounded, at most G; S = G − F. Its lines hold these two parts only.
 */
export const givenFare = (tariff: Tariff, given: Minor, driven: { distanceKm: number; seconds: number }): Fare => {
  const fee = feeOn(tariff, asMajor(given, tariff.exponent), new FareDecimal(1))
  const convenienceFees = Math.min(roundAmount(fee, tariff), given)
  const driverShare = given - convenienceFees
  const part = (minor: Minor) => asMajor(minor, tariff.exponent).toNumber()
  return {
    ...driven,
    lines: {
      base: part(driverShare),
      distance: 0,
      time: 0,
      parcel: 0,
      option: 0,
      minimum: 0,
      fee: part(convenienceFees),
    },
    tripCost: given,
    convenienceFees,
    driverShare,
  }
}

/**
 * The convenience fee: an amount when the type is flat, otherwise a percentage of the cost [fare-11]. `cost` and the
 * result are multiplied by `below`.
 */
const feeOn = (tariff: Tariff, cost: Decimal, below: Decimal): Decimal => {
  const fees = checked(tariff.convenience_fees)
  return tariff.convenience_fee_type === 'flat' ? fees.times(below) : cost.times(fees).times(0.01)
}

const checked = (value: number): Decimal => {
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`not an amount of 0 or more: ${value}`)
  return new FareDecimal(value)
}
