import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { text } from '../kit/schema.ts'
import { statuses } from '../booking/statuses.ts'
import { officeSearchRoutes } from './office-search-routes.ts'

/** A person as the tables show them; contacts are 'Hidden for Demo' in demo mode [people-15]. */
const foundPerson = z.object({
  id: z.string(),
  usertype: z.enum(['rider', 'driver', 'fleetadmin', 'admin']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
})

const foundBooking = z.object({ id: z.string(), status: z.enum(statuses), tripdate: z.number() })

export const officeSearchApi = {
  find: endpoint(officeSearchRoutes.find, {
    summary: 'People and bookings by the first letters of a name, email, number or plate, or by an id',
    relation: 'by-role',
    rate: 'read',
    query: z.strictObject({ words: text(120) }),
    /** at most 8 people and one booking */
    reply: z.object({ people: z.array(foundPerson), bookings: z.array(foundBooking) }),
  }),
}
