import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { amount, bookingId, freeText } from '../../kit/schema.ts'
import { bookingView } from '../booking-api.ts'
import { correctionsRoutes } from '../booking-routes.ts'

const params = z.strictObject({ id: bookingId })

/** Corrections of a paid fare by the office [design/money-33]. Amounts in major units, above 0. */
export const correctionsApi = {
  correct: endpoint(correctionsRoutes.correct, {
    summary: 'Corrects the fare of a paid trip: gives money back to the rider’s wallet or charges more',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({
      direction: z.enum(['back', 'charge']),
      amount,
      reason: freeText(300),
      /** the driver’s share changes with the fare; otherwise the platform bears or keeps all of it */
      withDriver: z.boolean(),
      /** the version of the booking that the admin saw; a newer one is 409 `booking_moved_on` [design/money-83] */
      version: z.int().optional(),
    }),
    reply: z.object({ booking: bookingView }),
  }),
  list: endpoint(correctionsRoutes.list, {
    summary: 'The corrections of a booking, oldest first, and what can still be given back',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'read',
    params,
    reply: z.object({
      /** what can still be given back [design/money-96] */
      mostBack: z.number(),
      /** the part of `mostBack` that the rider has not paid yet */
      owed: z.number(),
      rows: z.array(
        z.object({
          version: z.int(),
          at: z.number(),
          direction: z.enum(['back', 'charge']),
          amount: z.number(),
          /** the driver’s part of it */
          share: z.number(),
          reason: z.string(),
          /** name of the admin */
          by: z.string(),
        }),
      ),
    }),
  }),
  listOwn: endpoint(correctionsRoutes.listOwn, {
    summary: 'The corrections of a booking for its rider, or the changes of the share for its driver, oldest first',
    relation: { object: 'booking', allow: ['customer', 'driver'] },
    rate: 'read',
    params,
    reply: z.object({
      rows: z.array(
        z.object({
          version: z.int(),
          at: z.number(),
          direction: z.enum(['back', 'charge']),
          amount: z.number(),
          reason: z.string(),
        }),
      ),
    }),
  }),
}
