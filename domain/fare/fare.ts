import { Decimal } from 'decimal.js'
import { kmPerMile } from '../kit/distance.ts'
import type { Minor } from '../kit/money.ts'
import { asMajor, roundAmount } from './round-amount.ts'
import type { Fare, Tariff } from './tariff.ts'

/** Holds every product of a fare's factors in full: no factor has more than 17 digits. */
const Exact = Decimal.clone({ precision: 80 })

export interface DrivenTrip {
  readonly distanceKm: number
  readonly seconds: number
  /** amount of the selected parcel type, major units; 0 without one */
  readonly parcel: number
  /** amount of the selected option, major units; 0 without one */
  readonly option: number
}

/**
 * The fare of a trip (spec 1 §5 "Fare estimate"): rate x distance + rate x hours, the base fare when above 0, parcel and
 * option amounts, raised to min_fare; the fee flat or a percentage of that cost. Distances in km, divided by 1.609344
 * when the tariff counts miles. Amounts are rounded half up to the tariff's decimals, each once: F on the unrounded
 * cost, G on cost + fee, S = G − F (design §7). Throws RangeError for what is not a finite amount of 0 or more.
 */
export const fareOf = (tariff: Tariff, trip: DrivenTrip): Fare => {
  // Everything over one denominator, divided once at the end: an amount that is exactly half a cent goes up.
  const perUnit = new Exact(tariff.unit === 'mile' ? kmPerMile : 1)
  const below = perUnit.times(3600)
  const over = (amount: number): Decimal => below.times(amount)
  const lines = {
    base: over(Math.max(0, tariff.base_fare)),
    distance: new Exact(checked(trip.distanceKm)).times(checked(tariff.rate_per_unit_distance)).times(3600),
    time: perUnit.times(checked(trip.seconds)).times(checked(tariff.rate_per_hour)),
    parcel: over(checked(trip.parcel)),
    option: over(checked(trip.option)),
  }
  const sum = lines.base.plus(lines.distance).plus(lines.time).plus(lines.parcel).plus(lines.option)
  const cost = Exact.max(sum, over(checked(tariff.min_fare)))
  const fee = tariff.convenience_fee_type === 'flat' ? over(checked(tariff.convenience_fees)) : feeOn(tariff, cost)
  const tripCost = roundAmount(cost.plus(fee).div(below), tariff)
  const convenienceFees = roundAmount(fee.div(below), tariff)
  const line = (amount: Decimal): number => amount.div(below).toNumber()
  return {
    distanceKm: trip.distanceKm,
    seconds: trip.seconds,
    lines: {
      base: line(lines.base),
      distance: line(lines.distance),
      time: line(lines.time),
      parcel: line(lines.parcel),
      option: line(lines.option),
      minimum: line(cost.minus(sum)),
      fee: line(fee),
    },
    tripCost,
    convenienceFees,
    driverShare: tripCost - convenienceFees,
  }
}

/**
 * A fare that an admin gives for an aborted trip (design §6 "abort"): G as given, F = the fee by the type's formula on
 * it, rounded, and at most G; S = G − F. Its lines hold nothing but the two parts.
 */
export const givenFare = (tariff: Tariff, given: Minor, driven: { distanceKm: number; seconds: number }): Fare => {
  const fee = feeOn(tariff, asMajor(given, tariff.exponent))
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

/** spec 1 §5: "a flat amount when the type is flat, otherwise a percentage of that cost". */
const feeOn = (tariff: Tariff, cost: Decimal): Decimal => {
  const rate = new Decimal(checked(tariff.convenience_fees))
  return tariff.convenience_fee_type === 'flat' ? rate : cost.times(rate).div(100)
}

const checked = (value: number): number => {
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`not an amount of 0 or more: ${value}`)
  return value
}
