import { z } from 'zod'
import { bookingView } from '../booking/booking-api.ts'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId, text, uuid } from '../kit/schema.ts'
import { assignRoutes } from './dispatch-routes.ts'

/** A driver that the admin may assign [dispatch-11]. Contacts are 'Hidden' in demo mode [people-16]. */
export const assignableDriver = z.object({
  id: z.string(),
  name: z.string(),
  mobile: z.string().nullable(),
  image: z.string().nullable(),
  rating: z.number().nullable(),
  carType: z.string(),
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  /** straight line in km from the driver's last position to the pickup */
  km: z.number(),
  /** time of that position, ms */
  seenAt: z.number(),
  lat: z.number(),
  lng: z.number(),
  /** by road to the pickup; null: not asked from the maps, or no answer [design/dispatch-70] */
  seconds: z.int().nullable(),
  /** trips that ended today in the operator's zone */
  tripsToday: z.int(),
  /** on a trip now; possible only before the release of a booking for later [design/dispatch-20] */
  busy: z.boolean(),
  /** has a live offer of this booking, or is reserved for it */
  requested: z.boolean(),
  /** has declined this booking before */
  declined: z.boolean(),
})
export type AssignableDriver = z.output<typeof assignableDriver>

const params = z.strictObject({ id: bookingId })

export const assignApi = {
  drivers: endpoint(assignRoutes.drivers, {
    summary: 'Drivers of the car type that an admin may assign, soonest at the pickup first',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'read',
    params,
    query: z.strictObject({ search: text(80).optional() }),
    reply: z.object({
      rows: z.array(assignableDriver),
      /** false: the maps gave no driving times, the order is that of the straight line */
      byRoad: z.boolean(),
      /** when an assigned driver can accept, ms: now, or the release of a booking for later */
      acceptFrom: z.number(),
      now: z.number(),
    }),
  }),
  assign: endpoint(assignRoutes.assign, {
    summary: 'Offers the booking to a chosen driver and notifies the driver; refused while an automatic search runs',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    params,
    body: z.strictObject({ driver: uuid }),
    reply: z.object({
      booking: bookingView,
      /** the message of [dispatch-12] */
      message: z.literal('driver_assigned'),
      acceptFrom: z.number(),
      expiresAt: z.number(),
    }),
  }),
  unassign: endpoint(assignRoutes.unassign, {
    summary: 'Takes a booking back from its assigned driver, who has not accepted it, and notifies the driver',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    params,
    body: z.strictObject({ driver: uuid }),
    reply: z.object({}),
  }),
}
