import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { text } from '../kit/schema.ts'
import { ridersRoutes } from './people-routes.ts'

/** A rider in the picker of an admin. Contacts are 'Hidden' in demo mode [people-16]. */
export const riderChoice = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  profile_image: z.string().nullable(),
})
export type RiderChoice = z.output<typeof riderChoice>

export const ridersApi = {
  list: endpoint(ridersRoutes.list, {
    summary: 'Riders by name, email or number, for an admin’s picker',
    relation: 'by-role',
    rate: 'read',
    query: pageQuery.extend({ search: text(120).optional() }),
    reply: page(riderChoice),
  }),
}
