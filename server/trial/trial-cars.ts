import type { Extra } from '@remis/domain/booking/booking'
import type { AppCategory } from '@remis/domain/booking/variant'
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
  readonly parcelTypes?: readonly Extra[]
  readonly options?: readonly Extra[]
}

const partFee = { convenience_fees: 15, convenience_fee_type: 'percentage' } as const
const flatFee = { convenience_fees: 60, convenience_fee_type: 'flat' } as const

/** What a cancel costs from two and from six minutes after the acceptance on, pesos. */
const slabs = (early: number, late: number) => [
  { minsDelayed: 2, amount: early },
  { minsDelayed: 6, amount: late },
]

/** Tariffs near the price of a ride in Montevideo: 7 km in 18 minutes cost some 400 pesos. */
const taxis: readonly TrialCar[] = [
  {
    name: 'Economy',
    image: 'hatchback',
    seats: 4,
    extra_info: 'Everyday rides',
    base_fare: 60,
    rate_per_unit_distance: 28,
    rate_per_hour: 300,
    min_fare: 120,
    ...partFee,
    cancelSlab: slabs(60, 100),
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
    ...partFee,
    cancelSlab: slabs(80, 140),
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
    ...flatFee,
    cancelSlab: slabs(110, 180),
  },
]

/**
 * The vehicles of couriers; amounts in pesos. A bicycle has one price and nothing to choose, so that the trial shows
 * the booking flow with and without the choice [design/delivery-3].
 */
const courierVehicles: readonly TrialCar[] = [
  {
    name: 'Bicycle',
    image: 'bicycle',
    seats: 1,
    extra_info: 'Envelopes and small bags, up to 5 kg',
    base_fare: 50,
    rate_per_unit_distance: 22,
    rate_per_hour: 140,
    min_fare: 90,
    ...partFee,
    cancelSlab: slabs(40, 70),
  },
  {
    name: 'Motorbike',
    image: 'motorbike',
    seats: 1,
    extra_info: 'Up to 20 kg in a closed box',
    base_fare: 70,
    rate_per_unit_distance: 26,
    rate_per_hour: 200,
    min_fare: 120,
    ...partFee,
    cancelSlab: slabs(60, 100),
    parcelTypes: [
      { description: 'Envelope', amount: 0 },
      { description: 'Small box', amount: 20 },
      { description: 'Hot meal', amount: 30 },
      { description: 'Medium box', amount: 45 },
    ],
    options: [
      { description: 'Standard', amount: 0 },
      { description: 'Fragile', amount: 40 },
      { description: 'Bring back a signed paper', amount: 90 },
    ],
  },
  {
    name: 'Van',
    image: 'van',
    seats: 2,
    extra_info: 'Furniture and pallets, up to 500 kg',
    base_fare: 180,
    rate_per_unit_distance: 48,
    rate_per_hour: 520,
    min_fare: 320,
    ...flatFee,
    cancelSlab: slabs(120, 200),
    parcelTypes: [
      { description: 'Large box', amount: 0 },
      { description: 'Furniture', amount: 150 },
      { description: 'Pallet', amount: 300 },
    ],
    options: [
      { description: 'To the door', amount: 0 },
      { description: 'Carry upstairs, two people', amount: 350 },
    ],
  },
]

export const trialCars: Readonly<Record<AppCategory, readonly TrialCar[]>> = { taxi: taxis, delivery: courierVehicles }
