import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId } from '../kit/schema.ts'
import { bookingView } from './booking-api.ts'
import { payByCardRoutes } from './booking-routes.ts'

export const payByCardApi = {
  choose: endpoint(payByCardRoutes.choose, {
    summary: 'Pay now: changes a PENDING booking to card mode; the form POST to a provider follows',
    relation: { object: 'booking', allow: ['customer'] },
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({}),
    reply: z.object({ booking: bookingView }),
  }),
}
