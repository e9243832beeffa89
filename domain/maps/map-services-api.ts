import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { text } from '../kit/schema.ts'
import { mapsCapabilities, mapServicesRoutes, mapServiceStates } from './map-services-routes.ts'

/** An outside maps service as the office sees it [design/maps-82]. */
const mapService = z.object({
  name: z.string(),
  capabilities: z.array(z.enum(mapsCapabilities)),
  host: z.string(),
  state: z.enum(mapServiceStates),
  /** the last failure; `at` in ms since 1970 */
  lastError: z.object({ text: z.string(), at: z.number() }).nullable(),
  /** requests today (UTC), and the ceiling */
  requests: z.int(),
  mostRequests: z.int(),
  /** US dollars today by list price, and the ceiling; both 0 for a service without a price */
  spent: z.number(),
  mostSpent: z.number(),
})
export type MapServiceView = z.output<typeof mapService>

export const mapServicesApi = {
  list: endpoint(mapServicesRoutes.list, {
    summary: 'The maps services outside this server that are in use, with their state',
    relation: 'by-role',
    rate: 'read',
    reply: z.object({ services: z.array(mapService) }),
  }),
  test: endpoint(mapServicesRoutes.test, {
    summary: 'Calls a maps service once and says what it answers',
    relation: 'by-role',
    rate: 'upload',
    refusedInDemo: true,
    body: z.strictObject({ service: text(40) }),
    reply: z.object({ ok: z.boolean(), ms: z.number(), detail: z.string() }),
  }),
}
