import type { TrialCarType } from './trial-people.ts'

interface TrialCar {
  readonly name: TrialCarType
  /** name of a vehicle picture of the web app */
  readonly image: string
  readonly seats: number
  readonly extra_info: string
  /** rates in pesos, per km and per hour */
  readonly base_fare: number
  readonly rate_per_unit_distance: number
  readonly rate_per_hour: number
  readonly min_fare: number
  readonly convenience_fees: number
  readonly convenience_fee_type: 'flat' | 'percentage'
  readonly cancelSlab: readonly { readonly minsDelayed: number; readonly amount: number }[]
}

/** Tariffs near the price of a ride in Montevideo: 7 km in 18 minutes cost some 400 pesos. */
export const trialCars: readonly TrialCar[] = [
  {
    name: 'Economy',
    image: 'hatchback',
    seats: 4,
    extra_info: 'Everyday rides',
    base_fare: 60,
    rate_per_unit_distance: 28,
    rate_per_hour: 300,
    min_fare: 120,
    convenience_fees: 15,
    convenience_fee_type: 'percentage',
    cancelSlab: [
      { minsDelayed: 2, amount: 60 },
      { minsDelayed: 6, amount: 100 },
    ],
  },
  {
    name: 'Comfort',
    image: 'sedan',
    seats: 4,
    extra_info: 'Newer, roomier cars',
    base_fare: 80,
    rate_per_unit_distance: 35,
    rate_per_hour: 380,
    min_fare: 160,
    convenience_fees: 15,
    convenience_fee_type: 'percentage',
    cancelSlab: [
      { minsDelayed: 2, amount: 80 },
      { minsDelayed: 6, amount: 140 },
    ],
  },
  {
    name: 'XL',
    image: 'xl',
    seats: 6,
    extra_info: 'Up to 6, or extra luggage',
    base_fare: 110,
    rate_per_unit_distance: 46,
    rate_per_hour: 480,
    min_fare: 220,
    convenience_fees: 60,
    convenience_fee_type: 'flat',
    cancelSlab: [
      { minsDelayed: 2, amount: 110 },
      { minsDelayed: 6, amount: 180 },
    ],
  },
]
