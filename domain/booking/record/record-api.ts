import { z } from 'zod'
import { deviceKinds } from '../../accounts/device-kind.ts'
import { endpoint } from '../../kit/endpoint.ts'
import { page, pageQuery } from '../../kit/list.ts'
import { bookingId } from '../../kit/schema.ts'
import { recordRoutes } from '../booking-routes.ts'
import { moveNames } from '../move.ts'
import { statuses } from '../statuses.ts'

const params = z.strictObject({ id: bookingId })

/** Events that are no moves: what the office did with a booking, and what was refused [design/web-91]. */
export const acts = [
  'assign',
  'unassign',
  'wrong-code',
  'reveal-code',
  'wrong-delivery-code',
  'reveal-delivery-code',
  'release-review',
  'check-fare',
] as const
export type Act = (typeof acts)[number]

/** Something that happened to a booking. Fleet admins get neither `device` nor `detail` [design/web-91]. */
export const bookingEvent = z.object({
  id: z.string(),
  at: z.number(),
  what: z.enum([...moveNames, ...acts]),
  /** of the booking after a move; null: no move */
  version: z.int().nullable(),
  from: z.enum(statuses).nullable(),
  to: z.enum(statuses).nullable(),
  by: z.enum(['rider', 'driver', 'fleetadmin', 'admin', 'system']),
  /** of the actor; null: the system, or not for this reader */
  name: z.string().nullable(),
  device: z.enum(deviceKinds).nullable().optional(),
  detail: z
    .object({
      /** name of the driver who accepted or was assigned */
      driver: z.string().nullable(),
      reason: z.string().nullable(),
      /**
       * major units: the fee of a cancel, the fare of an abort, what was written off or corrected (below 0: given back)
       */
      amount: z.number().nullable(),
      /** the holder of the cash */
      cash: z.enum(['driver', 'office']).nullable(),
      /** wrong codes so far */
      tries: z.int().nullable(),
    })
    .optional(),
})
export type BookingEventView = z.output<typeof bookingEvent>

export const recordApi = {
  events: endpoint(recordRoutes.events, {
    summary: 'What happened to a booking, oldest first: its moves, assignments and refused codes',
    relation: { object: 'booking', allow: ['fleet', 'admin'] },
    rate: 'read',
    params,
    reply: z.object({
      rows: z.array(bookingEvent),
      /** the oldest were left out */
      more: z.boolean(),
    }),
  }),
  audit: endpoint(recordRoutes.audit, {
    summary: 'The audit log of a booking, newest first',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'read',
    params,
    query: pageQuery,
    reply: page(
      z.object({
        id: z.string(),
        at: z.number(),
        action: z.string(),
        /** null: the system */
        actor: z.string().nullable(),
        actorRole: z.string(),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
}
