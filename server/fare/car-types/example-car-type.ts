let count = 0

/** A car type as the office enters it, under a new name, for tests. */
export const exampleCarType = (more: object = {}) => ({
  name: `Car ${++count}`,
  image: 'sedan',
  seats: 4,
  base_fare: 50,
  rate_per_unit_distance: 20,
  rate_per_hour: 200,
  min_fare: 100,
  convenience_fees: 15,
  convenience_fee_type: 'percentage' as const,
  cancelSlab: [],
  parcelTypes: [],
  options: [],
  active: true,
  ...more,
})
