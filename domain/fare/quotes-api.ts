import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { latLng, lineText, text, timeMs, uuid } from '../kit/schema.ts'
import { extra, instruction, place } from '../booking/booking-api.ts'
import { timeRange } from '../traffic/traffic-api.ts'
import { quotesRoutes } from './fare-routes.ts'

/** `place_id`: of the suggestion that was chosen; it proves that the text is the map's [design/access-86] */
const placeIn = latLng.extend({ add: lineText(300), place_id: text(2000).optional() })

/**
 * A stored price, valid until it expires, for one rider and one booking [design/moves-6]. Without rate lines
 * [design/access-6].
 */
export const quoteView = z.object({
  id: z.string(),
  carTypeId: z.string(),
  carType: z.string(),
  carImage: z.string(),
  pickup: place,
  drop: place,
  /** km, seconds, encoded polyline of precision 5 */
  distance: z.number(),
  duration: z.number(),
  /** seconds; null: the duration is exact enough [design/maps-113] */
  durationRange: timeRange.nullable(),
  /** km of the route on roads and ferries with a toll, which is not in the price [design/maps-25] */
  tollKm: z.number(),
  polylinePoints: z.string(),
  parcelTypeSelected: extra.nullable(),
  optionSelected: extra.nullable(),
  estimate: z.number(),
  discount: z.number(),
  /** the promo of this discount; null without one */
  promo: z.object({ id: z.string(), promo_name: z.string(), promo_description: z.string() }).nullable(),
  payableAmount: z.number(),
  currency: z.string(),
  /** the time of the price: a quote for a time is valid for that time only, one without for any [design/moves-7] */
  bookLater: z.boolean(),
  tripdate: z.number().nullable(),
  expiresAt: z.number(),
})
export type QuoteView = z.output<typeof quoteView>

export const quoteRequest = z.strictObject({
  pickup: placeIn,
  drop: placeIn,
  carType: uuid,
  bookLater: z.boolean().optional(),
  tripdate: timeMs.optional(),
  instructionData: instruction.optional(),
  /** a promo's name as the rider entered it; 422 with the reason when it may not be used [design/money-24] */
  promo: text(40).optional(),
  /** an admin's quote names the rider */
  rider: uuid.optional(),
})

export const quotesApi = {
  preview: endpoint(quotesRoutes.preview, {
    summary: 'Price and pickup minutes of each car type; nothing is stored',
    relation: 'none',
    rate: 'maps',
    /** tripdate: the departure of a booking for later; now without it */
    body: z.strictObject({ pickup: latLng, drop: latLng, tripdate: timeMs.optional() }),
    reply: z.object({
      distance: z.number(),
      duration: z.number(),
      /** seconds; null: the duration is exact enough [design/maps-113] */
      durationRange: timeRange.nullable(),
      polylinePoints: z.string(),
      currency: z.string(),
      rows: z.array(
        z.object({
          carType: z.string(),
          estimate: z.number(),
          /**
           * a band [design/api-31]; null without a driver nearby, absent for a later departure and after too many
           * questions [design/access-84]
           */
          pickupMinutes: z.object({ from: z.int(), to: z.int() }).nullable().optional(),
        }),
      ),
    }),
  }),
  create: endpoint(quotesRoutes.create, {
    summary: 'Stores a price that is valid for ten minutes',
    relation: 'self',
    rate: 'maps',
    body: quoteRequest,
    /** freeDriver: the check on Book [design/dispatch-60]; null for Book Later, and after too many questions */
    reply: z.object({ quote: quoteView, freeDriver: z.boolean().nullable() }),
  }),
}
