import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId } from '../kit/schema.ts'
import { tripCodesRoutes } from './booking-routes.ts'

export const tripCodesApi = {
  reveal: endpoint(tripCodesRoutes.reveal, {
    summary: 'Reveals the trip code to an admin; each call is written to the audit log',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({}),
    /** null when this booking has no code */
    reply: z.object({ otp: z.string().nullable() }),
  }),
}
