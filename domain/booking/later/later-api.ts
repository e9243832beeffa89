import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { laterRoutes } from '../booking-routes.ts'
import { statuses } from '../statuses.ts'

const person = z.object({ id: z.string(), name: z.string() })

/**
 * A booking for later that has not ended [booking-72]. A fleet admin sees one that only reserves its driver as that
 * driver does: the rider's first name and the area of the drop [design/access-7].
 */
export const laterBooking = z.object({
  id: z.string(),
  status: z.enum(statuses),
  /** ms */
  tripdate: z.number(),
  carType: z.string(),
  customer_name: z.string(),
  pickup: z.string(),
  drop: z.string(),
  /** km and seconds of the trip */
  estimateDistance: z.number(),
  estimateTime: z.number(),
  /** who accepted it */
  driver: person.nullable(),
  /** assigned drivers who can accept it, now or from its release on */
  reserved: z.array(person),
  /** a driver of it has another trip at the same time [booking-73] */
  overlaps: z.boolean(),
})
export type LaterBooking = z.output<typeof laterBooking>

/** A calendar day that exists, YYYY-MM-DD, from 2000 to 2099. */
const day = z.iso.date().regex(/^20/)

export const laterApi = {
  list: endpoint(laterRoutes.list, {
    summary: "Bookings for later by day, of all or of the caller's fleet",
    relation: 'by-role',
    rate: 'read',
    query: z.strictObject({ from: day, days: z.coerce.number().int().min(1).max(7).optional() }),
    reply: z.object({
      /** the operator's */
      timezone: z.string(),
      /** server's clock, ms */
      now: z.number(),
      /** the days that were asked for, with their begin and end, ms: a day has 23 or 25 hours when the clocks change */
      days: z.array(z.object({ day: z.string(), from: z.number(), until: z.number() })),
      /** earliest first */
      rows: z.array(laterBooking),
      /** there are more than `rows` lists */
      more: z.boolean(),
    }),
  }),
}
