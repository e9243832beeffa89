import { z } from 'zod'
import { place } from '../booking/booking-api.ts'
import { statuses } from '../booking/statuses.ts'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { text, uuid } from '../kit/schema.ts'
import { savedAddress } from '../places/places-api.ts'
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

const knownPlace = savedAddress.omit({ count: true })
export type KnownPlace = z.output<typeof knownPlace>

/** What the office knows when a rider calls [people-21]. */
export const knownRider = z.object({
  /** saved ones first, except in demo mode, then those of the last rides */
  places: z.array(knownPlace),
  /** the last rides that differ, newest first */
  rides: z.array(z.object({ id: z.string(), at: z.number(), carType: z.string(), pickup: place, drop: place })),
  /** bookings that have not ended */
  open: z.array(z.object({ id: z.string(), status: z.enum(statuses), bookLater: z.boolean(), tripdate: z.number() })),
})
export type KnownRider = z.output<typeof knownRider>

export const ridersApi = {
  list: endpoint(ridersRoutes.list, {
    summary: 'Riders by name, email or number, for an admin’s picker',
    relation: 'by-role',
    rate: 'read',
    query: pageQuery.extend({ search: text(120).optional() }),
    reply: page(riderChoice),
  }),
  known: endpoint(ridersRoutes.known, {
    summary: 'Places, last rides and open bookings of a rider, for an admin who books for them',
    relation: { object: 'rider', allow: ['admin'] },
    rate: 'read',
    params: z.strictObject({ id: uuid }),
    reply: knownRider,
  }),
}
