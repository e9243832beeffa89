import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { carTypesRoutes } from './fare-routes.ts'

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

export const carTypesApi = {
  list: endpoint(carTypesRoutes.list, {
    summary: 'The car types in the operator’s order',
    relation: 'none',
    rate: 'read',
    reply: z.object({ rows: z.array(carTypeView) }),
  }),
}
