import { Decimal } from 'decimal.js'
import { kmPerMile } from '../kit/distance.ts'
import type { Minor } from '../kit/money.ts'
import { asMajor, roundAmount } from './round-amount.ts'
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
  const distance = new Decimal(checked(trip.distanceKm)).div(tariff.unit === 'mile' ? kmPerMile : 1)
  const hours = new Decimal(checked(trip.seconds)).div(3600)
  const lines = {
    base: new Decimal(Math.max(0, tariff.base_fare)),
    distance: distance.times(checked(tariff.rate_per_unit_distance)),
    time: hours.times(checked(tariff.rate_per_hour)),
    parcel: new Decimal(checked(trip.parcel)),
    option: new Decimal(checked(trip.option)),
  }
  const sum = lines.base.plus(lines.distance).plus(lines.time).plus(lines.parcel).plus(lines.option)
  const cost = Decimal.max(sum, checked(tariff.min_fare))
  const fee = feeOn(tariff, cost)
  const tripCost = roundAmount(cost.plus(fee), tariff)
  const convenienceFees = roundAmount(fee, tariff)
  return {
    distanceKm: trip.distanceKm,
    seconds: trip.seconds,
    lines: {
      base: lines.base.toNumber(),
      distance: lines.distance.toNumber(),
      time: lines.time.toNumber(),
      parcel: lines.parcel.toNumber(),
      option: lines.option.toNumber(),
      minimum: cost.minus(sum).toNumber(),
      fee: fee.toNumber(),
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
