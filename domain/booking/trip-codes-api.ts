import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId } from '../kit/schema.ts'
import { tripCodesRoutes } from './booking-routes.ts'

export const tripCodesApi = {
  reveal: endpoint(tripCodesRoutes.reveal, {
    summary: 'The trip code, for an admin who has to help; each look is written into the audit log',
    relation: 'by-role',
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({}),
    /** null: this trip needs no code */
    reply: z.object({ otp: z.string().nullable() }),
  }),
}
