import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, text } from '../kit/schema.ts'

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
  list: endpoint({
    method: 'GET',
    path: '/api/riders',
    summary: 'Riders by name, mail or number, for the admin who books for one',
    roles: ['admin'],
    relation: 'by-role',
    rate: 'read',
    query: z.strictObject({
      search: text(120).optional(),
      cursor: text(400).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    reply: page(riderChoice),
  }),
}
