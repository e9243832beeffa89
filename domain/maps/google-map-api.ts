import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { googleMapRoutes } from './google-map-routes.ts'

export const googleMapApi = {
  key: endpoint(googleMapRoutes.key, {
    summary: 'The key of Google’s map, for pages that show it',
    relation: 'none',
    rate: 'read',
    /** null: Google does not draw the maps */
    reply: z.object({ key: z.string().nullable() }),
  }),
}
