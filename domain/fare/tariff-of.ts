import { exponentOf } from '../kit/currency.ts'
import type { Settings } from '../backoffice/settings.ts'
import type { Tariff } from './tariff.ts'

/** A car type's prices as they are stored, major units. */
export interface CarTypePrices {
  readonly rate_per_unit_distance: number
  readonly rate_per_hour: number
  readonly base_fare: number
  readonly min_fare: number
  readonly convenience_fees: number
  readonly convenience_fee_type: string
  readonly cancelSlab: readonly { readonly minsDelayed: number; readonly amount: number }[]
}

/** spec 1 §3 writes `percent`, spec 2 §3 `percentage`; spec 1 §5: what is not flat is a percentage. */
export const feeType = (word: string): Tariff['convenience_fee_type'] => (word === 'flat' ? 'flat' : 'percentage')

/** The snapshot of prices and settings that a quote freezes and its booking keeps (design §5). */
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
