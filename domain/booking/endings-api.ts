import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { amount, bookingId, freeText } from '../kit/schema.ts'
import { bookingView } from './booking-api.ts'
import { endingsRoutes } from './booking-routes.ts'

const params = z.strictObject({ id: bookingId })
const moved = z.object({ booking: bookingView })

/** The fee of a cancel now, major units, by the database's clock [design/money-21]. */
export const cancellationView = z.object({
  /** what the customer pays if the caller cancels now; the cancel request sends it back as `fee` */
  fee: z.number(),
  currency: z.string(),
  /** why it is free although the minutes would cost `otherwise` [design/moves-72], [design/moves-73]; null otherwise */
  free: z
    .object({
      because: z.enum(['arrival-unconfirmed', 'left-pickup', 'not-nearer', 'not-coming']),
      otherwise: z.number(),
    })
    .nullable(),
  /** when the fee rises next, and to what; null when it no longer rises */
  rises: z.object({ at: z.number(), fee: z.number() }).nullable(),
  /**
   * for driver and rider after a confirmed arrival: since when the driver waits, from when a no-show may be reported,
   * and what it costs the rider then
   */
  noShow: z.object({ since: z.number(), from: z.number(), fee: z.number() }).nullable(),
  /** the reasons of the caller's role; empty: the reason is fixed (PAYMENT_PENDING) or given in own words */
  reasons: z.array(z.object({ id: z.string(), label: z.string(), value: z.int() })),
})
export type CancellationView = z.output<typeof cancellationView>

/** Other endings of a booking [design/moves-37], [design/moves-31]; the cancel itself is in `bookingsApi`. */
export const endingsApi = {
  cancellation: endpoint(endingsRoutes.cancellation, {
    summary: 'What cancelling or a no-show would cost now, and the reasons to choose from',
    relation: { object: 'booking', allow: ['customer', 'driver', 'admin'] },
    rate: 'read',
    params,
    reply: cancellationView,
  }),
  abort: endpoint(endingsRoutes.abort, {
    summary: 'Ends a trip that cannot continue, for a part of the fare or none (null)',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    params,
    body: z.strictObject({
      reason: freeText(300),
      fare: amount.nullable(),
      /** the version of the booking that the admin saw; a newer one is 409 `booking_moved_on` [design/moves-121] */
      version: z.int().optional(),
    }),
    reply: moved,
  }),
  writeOff: endpoint(endingsRoutes.writeOff, {
    summary: 'Writes off the unpaid rest; the driver is paid',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({ reason: freeText(300) }),
    reply: moved,
  }),
}
