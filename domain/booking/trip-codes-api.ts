import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId } from '../kit/schema.ts'

export const tripCodesApi = {
  reveal: endpoint({
    method: 'POST',
    path: '/api/bookings/:id/trip-code/reveal',
    summary: 'Reveals the trip code to an admin; each call is written to the audit log',
    roles: ['admin'],
    relation: 'by-role',
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({}),
    /** null when this booking has no code */
    reply: z.object({ otp: z.string().nullable() }),
  }),
}
