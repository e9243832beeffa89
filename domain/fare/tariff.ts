import type { Settings } from '../backoffice/settings.ts'
import { exponentOf } from '../kit/currency.ts'
import type { DistanceUnit } from '../kit/distance.ts'
import type { Minor } from '../kit/money.ts'

/** The prices and settings that a quote freezes and its booking keeps [design/data-7]. Rates in major units. */
export interface Tariff {
  readonly rate_per_unit_distance: number
  readonly rate_per_hour: number
  readonly base_fare: number
  readonly min_fare: number
  readonly convenience_fees: number
  readonly convenience_fee_type: 'flat' | 'percentage'
  readonly cancelSlab: readonly { readonly minsDelayed: number; readonly amount: number }[]
  readonly unit: DistanceUnit
  /** decimals that amounts are rounded to, at most `exponent` */
  readonly decimal: number
  /** ISO 4217 exponent of `currency` */
  readonly exponent: number
  readonly currency: string
}

/** A computed fare. Lines are major units and not rounded; amounts are rounded minor units [design/money-6]. */
export interface Fare {
  readonly distanceKm: number
  readonly seconds: number
  readonly lines: {
    readonly base: number
    readonly distance: number
    readonly time: number
    readonly parcel: number
    readonly option: number
    /** what was added to reach min_fare */
    readonly minimum: number
    readonly fee: number
  }
  /** G: grand total */
  readonly tripCost: Minor
  /** F */
  readonly convenienceFees: Minor
  /** S = G − F */
  readonly driverShare: Minor
}

/** A car type's prices as they are stored, major units [fare-3]. */
export interface CarTypePrices {
  readonly rate_per_unit_distance: number
  readonly rate_per_hour: number
  readonly base_fare: number
  readonly min_fare: number
  readonly convenience_fees: number
  readonly convenience_fee_type: string
  readonly cancelSlab: readonly { readonly minsDelayed: number; readonly amount: number }[]
}

/** Every stored type that is not flat is a percentage: both `percent` and `percentage` occur [fare-2], [fare-11]. */
export const feeType = (word: string): Tariff['convenience_fee_type'] => (word === 'flat' ? 'flat' : 'percentage')

export const tariffOf = (
  prices: CarTypePrices,
  settings: Pick<Settings, 'convert_to_mile' | 'decimal' | 'code'>,
): Tariff => {
  const exponent = exponentOf(settings.code)
  return {
    rate_per_unit_distance: prices.rate_per_unit_distance,
    rate_per_hour: prices.rate_per_hour,
    base_fare: prices.base_fare,
    min_fare: prices.min_fare,
    convenience_fees: prices.convenience_fees,
    convenience_fee_type: feeType(prices.convenience_fee_type),
    cancelSlab: prices.cancelSlab.map(({ minsDelayed, amount }) => ({ minsDelayed, amount })),
    unit: settings.convert_to_mile ? 'mile' : 'km',
    decimal: Math.min(settings.decimal, exponent),
    exponent,
    currency: settings.code,
  }
}
