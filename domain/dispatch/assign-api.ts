import { z } from 'zod'
import { bookingView } from '../booking/booking-api.ts'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId, text, uuid } from '../kit/schema.ts'
import { assignRoutes } from './dispatch-routes.ts'

/** A driver the admin may choose (spec 2 §4). Contacts are 'Hidden' in demo mode (spec 2 §5: driver pickers). */
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
  /** km by the straight line to the pickup, from where the driver was seen last */
  km: z.number(),
  /** when that was, ms */
  seenAt: z.number(),
  /** on a trip now; only for a booking whose time is still far off */
  busy: z.boolean(),
  /** has this booking's offer now, or is reserved for it */
  requested: z.boolean(),
  /** has declined this booking before */
  declined: z.boolean(),
})
export type AssignableDriver = z.output<typeof assignableDriver>

const params = z.strictObject({ id: bookingId })

export const assignApi = {
  drivers: endpoint(assignRoutes.drivers, {
    summary: 'Drivers of the same car type that the booking may be assigned to, nearest first',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'read',
    params,
    query: z.strictObject({ search: text(80).optional() }),
    reply: z.object({
      rows: z.array(assignableDriver),
      /** when an assigned driver can accept, ms: now, or the release of a booking for later */
      acceptFrom: z.number(),
      now: z.number(),
    }),
  }),
  assign: endpoint(assignRoutes.assign, {
    summary: 'Adds a driver to the requested drivers and tells them; only with automatic dispatch off',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    params,
    body: z.strictObject({ driver: uuid }),
    reply: z.object({
      booking: bookingView,
      /** spec 2 §8: 'Driver assigned successfully and notified.' */
      message: z.literal('driver_assigned'),
      acceptFrom: z.number(),
      expiresAt: z.number(),
    }),
  }),
}
