import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { bookingId, freeText, uuid } from '../../kit/schema.ts'
import { fixes } from '../../tracking/tracking-api.ts'
import { bookingView } from '../booking-api.ts'
import { parcelRoutes } from '../booking-routes.ts'
import { undeliveredReasons } from './parcel.ts'

export const parcelApi = {
  couldNotDeliver: endpoint(parcelRoutes.couldNotDeliver, {
    summary: 'The parcel could not be delivered and goes back to the pickup, once',
    relation: { object: 'booking', allow: ['driver'] },
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({
      reason: z.enum(undeliveredReasons),
      /** needed for `other` */
      note: freeText(300).optional(),
      /** an uploaded `return_image` */
      photo: uuid.optional(),
      /** not yet sent; they may show the courier at the drop [design/delivery-35] */
      fixes: fixes.optional(),
    }),
    reply: z.object({ booking: bookingView }),
  }),
  renewCode: endpoint(parcelRoutes.renewCode, {
    summary: 'A new code for the receiver of a parcel on its way, at most three times; the tries start again',
    relation: { object: 'booking', allow: ['customer', 'admin'] },
    rate: 'write',
    params: z.strictObject({ id: bookingId }),
    body: z.strictObject({}),
    reply: z.object({ booking: bookingView }),
  }),
}
