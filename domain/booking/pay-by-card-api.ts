import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId } from '../kit/schema.ts'
import { bookingView } from './booking-api.ts'

export const payByCardApi = {
  choose: endpoint({
    method: 'POST',
    path: '/api/bookings/:id/pay-by-card',
    summary: 'Pay now: changes a PENDING booking to card mode; the form POST to a provider follows',
    roles: ['rider'],
    relation: 'customer',
    rate: 'write',
    idempotent: true,
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({}),
    reply: z.object({ booking: bookingView }),
  }),
}
