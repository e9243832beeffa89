import type { DistanceUnit } from '../kit/distance.ts'
import type { Minor } from '../kit/money.ts'

/** What a booking keeps of its car type and the settings at the moment of the quote (design §5). Rates in major units. */
export interface Tariff {
  readonly rate_per_unit_distance: number
  readonly rate_per_hour: number
  readonly base_fare: number
  readonly min_fare: number
  readonly convenience_fees: number
  /** spec 1 writes `percent`, spec 2 `percentage`: both are read, `percentage` is stored. */
  readonly convenience_fee_type: 'flat' | 'percentage'
  readonly cancelSlab: readonly { readonly minsDelayed: number; readonly amount: number }[]
  readonly unit: DistanceUnit
  /** decimals that amounts are rounded to, at most `exponent` */
  readonly decimal: number
  /** ISO 4217 exponent of `currency` */
  readonly exponent: number
  readonly currency: string
}

/** What a fare is made of. Lines are major units and unrounded; the amounts are minor units, rounded by design §7. */
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
