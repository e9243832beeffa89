import type { Texts } from '../texts/languages.ts'

const reasons = ['late', 'plans', 'pickup', 'mistake', 'driver', 'no_show', 'car', 'other'] as const

/** Cancel reasons of a new installation, for the office to edit. */
export const firstCancelReasons = (texts: Texts): string[] =>
  reasons.map((name) => texts[`set_up_reason_${name}`] ?? name)

/**
 * One car type of a new installation; rates in major units. Its prices are the same figures in every currency, so
 * riders cannot choose it until the office has shown it.
 */
export const firstCarType = (texts: Texts) => ({
  name: texts['set_up_car_type'] ?? 'Standard',
  image: 'sedan',
  seats: 4,
  extra_info: '',
  base_fare: 2,
  rate_per_unit_distance: 1,
  rate_per_hour: 12,
  min_fare: 5,
  convenience_fees: 15,
  convenience_fee_type: 'percentage' as const,
  cancelSlab: [],
  active: false,
})
