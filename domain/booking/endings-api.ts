import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { amount, bookingId, text } from '../kit/schema.ts'
import { bookingView } from './booking-api.ts'

const params = z.strictObject({ id: bookingId })
const moved = z.object({ booking: bookingView })

/** What cancelling would cost, major units, by the database's clock of this moment. */
export const cancellationView = z.object({
  /** what it costs the customer if the caller cancels now; send it back with the cancel as `fee` */
  fee: z.number(),
  currency: z.string(),
  /** the next step of the fee, while the booking stays as it is; null: it does not rise any more */
  rises: z.object({ at: z.number(), fee: z.number() }).nullable(),
  /** for the driver at the pickup: from when a no-show may be reported, and what it costs the rider then */
  noShow: z.object({ from: z.number(), fee: z.number() }).nullable(),
  /** the reasons to choose from; empty where the reason is fixed (PAYMENT_PENDING) */
  reasons: z.array(z.object({ id: z.string(), label: z.string(), value: z.int() })),
})
export type CancellationView = z.output<typeof cancellationView>

/** How bookings end before their time (design §6); the cancel itself stands with the bookings. */
export const endingsApi = {
  cancellation: endpoint({
    method: 'GET',
    path: '/api/bookings/:id/cancellation',
    summary: 'What cancelling would cost now, and the reasons to choose from',
    roles: ['rider', 'driver', 'admin'],
    relation: { object: 'booking', allow: ['customer', 'driver', 'admin'] },
    rate: 'read',
    params,
    reply: cancellationView,
  }),
  abort: endpoint({
    method: 'POST',
    path: '/api/bookings/:id/abort',
    summary: 'Ends a trip that cannot go on: for a part of the fare, or for none (null)',
    roles: ['admin'],
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    idempotent: true,
    params,
    body: z.strictObject({ reason: text(300), fare: amount.nullable() }),
    reply: moved,
  }),
  writeOff: endpoint({
    method: 'POST',
    path: '/api/bookings/:id/write-off',
    summary: 'Gives up what is still owed; the driver is paid',
    roles: ['admin'],
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    idempotent: true,
    params,
    body: z.strictObject({ reason: text(300) }),
    reply: moved,
  }),
}
