import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { amount, freeText, lineText, nothing, uuid } from '../kit/schema.ts'
import { restorationOf, tableEndpoints } from '../kit/table-endpoints.ts'
import { mostCarTypeRows, mostCarTypes, mostSeats } from './car-type-checks.ts'
import { carTypeSorts, carTypesRoutes, carTypeTableRoutes } from './fare-routes.ts'

const extra = z.object({ description: z.string(), amount: z.number() })

/** A car type [fare-1]. Rates and fees are in the admin's view only [design/access-6]. */
export const carTypeView = z.object({
  id: z.string(),
  name: z.string(),
  image: z.string(),
  extra_info: z.string(),
  seats: z.int(),
  parcelTypes: z.array(extra),
  options: z.array(extra),
  base_fare: z.number().optional(),
  rate_per_unit_distance: z.number().optional(),
  rate_per_hour: z.number().optional(),
  min_fare: z.number().optional(),
  convenience_fees: z.number().optional(),
  convenience_fee_type: z.enum(['flat', 'percentage']).optional(),
  cancelSlab: z.array(z.object({ minsDelayed: z.number(), amount: z.number() })).optional(),
  createdAt: z.number().optional(),
})
export type CarTypeView = z.output<typeof carTypeView>

/** A car type in the table of the office [fare-4]. */
const managedCarType = carTypeView.required().extend({
  /** place in the riders' list, from 0 */
  position: z.int(),
  /** riders can choose it */
  active: z.boolean(),
  /** grows with each change; a change that names an older one is refused [design/catalogue-5] */
  version: z.int(),
  /** set while it is archived; only the filter `deleted` lists such car types */
  deletedAt: z.number().nullable(),
})
export type ManagedCarType = z.output<typeof managedCarType>

const extraEntry = z.strictObject({ description: lineText(60).trim(), amount })
const rates = {
  base_fare: amount,
  rate_per_unit_distance: amount,
  rate_per_hour: amount,
  min_fare: amount,
  convenience_fees: amount,
  convenience_fee_type: z.enum(['flat', 'percentage']),
}

/** What an admin enters. `checkCarTypeEntry` judges the content. */
const carTypeEntry = z.strictObject({
  name: lineText(40).trim(),
  image: lineText(100),
  seats: z.int().min(1).max(mostSeats),
  extra_info: freeText(200).trim().optional(),
  ...rates,
  cancelSlab: z.array(z.strictObject({ minsDelayed: z.int(), amount })).max(mostCarTypeRows),
  parcelTypes: z.array(extraEntry).max(mostCarTypeRows),
  options: z.array(extraEntry).max(mostCarTypeRows),
  active: z.boolean(),
})

/** What deleting a car type means for others [design/catalogue-6]. */
const carTypeEnding = z.object({
  /** drivers who have it */
  drivers: z.int(),
  /** bookings of it that have not ended */
  bookings: z.int(),
  /** riders would have no car type to choose */
  last: z.boolean(),
})

const sums = z.object({ sum: z.number(), median: z.number(), fees: z.number() })

/** The trips of the last 30 days at two tariffs, major units [design/catalogue-8]. */
const rateComparison = z.object({
  /** trips of the car type in that time, and how many of them were computed */
  trips: z.int(),
  sampled: z.int(),
  currency: z.string(),
  now: sums,
  next: sums,
  dearer: z.int(),
  cheaper: z.int(),
})
export type RateComparisonView = z.output<typeof rateComparison>

const params = z.strictObject({ id: uuid })

export const carTypesApi = {
  list: endpoint(carTypesRoutes.list, {
    summary: 'The car types in the operator’s order',
    relation: 'none',
    rate: 'read',
    reply: z.object({ rows: z.array(carTypeView) }),
  }),
}

export const carTypeTableApi = {
  ...tableEndpoints(carTypeTableRoutes, {
    noun: 'carType',
    row: managedCarType,
    entry: carTypeEntry,
    sorts: carTypeSorts,
    filters: { show: z.enum(['deleted']).optional() },
    versioned: true,
  }),
  restore: restorationOf(carTypeTableRoutes.restore, { noun: 'carType', row: managedCarType }),
  ending: endpoint(carTypeTableRoutes.ending, {
    summary: 'What deleting this car type means for drivers and bookings',
    relation: 'admins',
    rate: 'read',
    params,
    reply: z.object({ ending: carTypeEnding }),
  }),
  order: endpoint(carTypeTableRoutes.order, {
    summary: 'Sets the order in which riders see the car types; names all of them',
    relation: 'none',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({ ids: z.array(uuid).max(mostCarTypes) }),
    reply: nothing,
  }),
  /** Writes nothing, so demo mode allows it. */
  tryRates: endpoint(carTypeTableRoutes.tryRates, {
    summary: 'What the trips of the last 30 days would have cost at these rates',
    relation: 'admins',
    rate: 'maps',
    params,
    body: z.strictObject(rates),
    reply: z.object({ comparison: rateComparison }),
  }),
}
