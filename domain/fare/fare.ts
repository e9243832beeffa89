import { kmPerMile } from '../kit/distance.ts'
import type { Minor } from '../kit/money.ts'
import { inDecimals, inDoubles, type Arithmetic } from './arithmetic.ts'
import { asMajor, roundAmount, roundIfSure } from './round-amount.ts'
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
 * The fare of a trip (spec 1 §5 "Fare estimate"): rate x distance + rate x hours, the base fare when above 0, parcel and
 * option amounts, raised to min_fare; the fee flat or a percentage of that cost. Distances in km, divided by 1.609344
 * when the tariff counts miles. Amounts are rounded half up to the tariff's decimals, each once: F on the unrounded
 * cost, G on cost + fee, S = G − F (design §7). Throws RangeError for what is not a finite amount of 0 or more.
 */
export const fareOf = (tariff: Tariff, trip: DrivenTrip): Fare => {
  // Doubles settle all but the amounts next to half a cent, which decide themselves in full decimals.
  const near = partsBy(inDoubles, tariff, trip)
  const { below } = near
  let tripCost = roundIfSure((near.cost + near.fee) / below, tariff)
  let convenienceFees = roundIfSure(near.fee / below, tariff)
  if (tripCost === undefined || convenienceFees === undefined) {
    const exact = partsBy(inDecimals, tariff, trip)
    tripCost = roundAmount(exact.cost.plus(exact.fee).div(exact.below), tariff)
    convenienceFees = roundAmount(exact.fee.div(exact.below), tariff)
  }
  return {
    distanceKm: trip.distanceKm,
    seconds: trip.seconds,
    lines: {
      base: Math.max(0, tariff.base_fare),
      distance: near.distance / below,
      time: near.time / below,
      parcel: trip.parcel,
      option: trip.option,
      minimum: (near.cost - near.sum) / below,
      fee: near.fee / below,
    },
    tripCost,
    convenienceFees,
    driverShare: tripCost - convenienceFees,
  }
}

/** The formula, in either arithmetic. All parts stand over one denominator, `below`: nothing is divided before the end. */
const partsBy = <N>(by: Arithmetic<N>, tariff: Tariff, trip: DrivenTrip) => {
  const perUnit = by.of(tariff.unit === 'mile' ? kmPerMile : 1)
  const below = by.times(perUnit, by.of(3600))
  const amount = (major: number): N => by.times(below, by.of(checked(major)))
  const rate = by.of(checked(tariff.rate_per_unit_distance))
  const distance = by.times(by.times(by.of(checked(trip.distanceKm)), rate), by.of(3600))
  const hourly = by.of(checked(tariff.rate_per_hour))
  const time = by.times(by.times(by.of(checked(trip.seconds)), hourly), perUnit)
  const fixed = by.plus(by.plus(amount(Math.max(0, tariff.base_fare)), amount(trip.parcel)), amount(trip.option))
  const sum = by.plus(by.plus(distance, time), fixed)
  const cost = by.max(sum, amount(tariff.min_fare))
  const fee = feeOn(by, tariff, cost, amount)
  return { below, distance, time, sum, cost, fee }
}

/**
 * A fare that an admin gives for an aborted trip (design §6 "abort"): G as given, F = the fee by the type's formula on
 * it, rounded, and at most G; S = G − F. Its lines hold nothing but the two parts.
 */
export const givenFare = (tariff: Tariff, given: Minor, driven: { distanceKm: number; seconds: number }): Fare => {
  const fee = feeOn(inDecimals, tariff, asMajor(given, tariff.exponent), (flat) => inDecimals.of(checked(flat)))
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

/** spec 1 §5: "a flat amount when the type is flat, otherwise a percentage of that cost". `amount` makes one like `cost`. */
const feeOn = <N>(by: Arithmetic<N>, tariff: Tariff, cost: N, amount: (major: number) => N): N =>
  tariff.convenience_fee_type === 'flat'
    ? amount(tariff.convenience_fees)
    : by.times(by.times(cost, by.of(checked(tariff.convenience_fees))), by.of(0.01))

const checked = (value: number): number => {
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`not an amount of 0 or more: ${value}`)
  return value
}
