import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { trafficRoutes } from './traffic-routes.ts'

/** Whole seconds from the shortest to the longest of most drives. */
export const timeRange = z.object({ low: z.number(), high: z.number() })

/** A class of road in each hour of the week, Monday 00:00 first. */
const trafficClass = z.object({
  roadClass: z.enum(['motorway', 'main', 'street']),
  hours: z.array(
    z.object({
      suggested: z.number(),
      /** null: no factors are in use */
      current: z.number().nullable(),
      trips: z.int(),
      drivers: z.int(),
    }),
  ),
})
export type TrafficClass = z.output<typeof trafficClass>

const traffic = z.object({
  /** of the suggested hours */
  timezone: z.string(),
  classes: z.array(trafficClass),
  /** finished trips that are not learned from yet */
  waiting: z.int(),
  /** the factors in use; null: durations are without traffic */
  inUse: z
    .object({
      /** ms since 1970 */
      acceptedAt: z.number(),
      /** of the hours of the factors in use */
      timezone: z.string(),
    })
    .nullable(),
  /** counts the changes of the factors in use */
  version: z.int(),
})
export type Traffic = z.output<typeof traffic>

/** The version that the admin has seen: 409 when another admin has changed the factors since. */
const seen = z.strictObject({ version: z.int().min(0) })

export const trafficApi = {
  read: endpoint(trafficRoutes.read, {
    summary: 'How much longer drives take than without traffic: what trips show, and what is in use',
    relation: 'by-role',
    rate: 'read',
    reply: traffic,
  }),
  accept: endpoint(trafficRoutes.accept, {
    summary: 'Uses the suggested factors of this moment for all durations from now on',
    relation: 'by-role',
    rate: 'write',
    refusedInDemo: true,
    body: seen,
    reply: traffic,
  }),
  clear: endpoint(trafficRoutes.clear, {
    summary: 'Durations are without traffic from now on; what was learned stays',
    relation: 'by-role',
    rate: 'write',
    refusedInDemo: true,
    body: seen,
    reply: traffic,
  }),
}
