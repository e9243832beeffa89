import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId } from '../kit/schema.ts'
import { dispatchRoutes } from './dispatch-routes.ts'

/**
 * A booking as an offered driver sees it: the area of the drop only, the exact drop from ACCEPTED on [design/access-7].
 */
export const offerView = z.object({
  bookingId: z.string(),
  carType: z.string(),
  carImage: z.string(),
  customer_name: z.string(),
  pickup: z.object({ lat: z.number(), lng: z.number(), add: z.string() }),
  dropArea: z.string(),
  /** of a delivery, the names alone; null where none was chosen, and for a ride [design/delivery-43] */
  parcelType: z.string().nullable(),
  option: z.string().nullable(),
  /** km and seconds of the trip */
  estimateDistance: z.number(),
  estimateTime: z.number(),
  /** km and seconds to the pickup */
  pickupDistance: z.number(),
  pickupTime: z.number().nullable(),
  /** the driver's earnings, major units */
  driver_share: z.number(),
  /** the cash that the rider pays, major units; 0 for card and wallet */
  cash: z.number(),
  /** earlier debts that the rider pays in cash too, major units [design/money-70] */
  debt: z.number(),
  payment_mode: z.enum(['cash', 'wallet', 'card']),
  bookLater: z.boolean(),
  tripdate: z.number(),
  offeredAt: z.number(),
  expiresAt: z.number(),
  currency: z.string(),
})
export type OfferView = z.output<typeof offerView>

export const driverDay = z.object({
  online: z.boolean(),
  /** when false, `hint` is the reason [design/dispatch-25] */
  canTakeOffers: z.boolean(),
  hint: z.enum(['not-approved', 'documents-expired', 'negative-balance', 'no-car-type', 'no-position']).nullable(),
  tripsToday: z.int(),
  /** driver shares and cancellation fees settled today in the operator’s zone, major units */
  earnedToday: z.number(),
  walletBalance: z.number(),
  /** own trips that are not paid yet, newest first, at most five: the driver may still record the cash */
  unpaid: z.array(z.object({ id: z.string(), customer_name: z.string(), payableAmount: z.number(), debt: z.number() })),
  /** own trips whose chat is still open after the end, newest first, at most three; `until` is when it closes, ms */
  justEnded: z.array(z.object({ id: z.string(), customer_name: z.string(), until: z.number() })),
  activeBooking: z.string().nullable(),
  lastFixSeq: z.int(),
})
export type DriverDay = z.output<typeof driverDay>

export const dispatchApi = {
  day: endpoint(dispatchRoutes.day, {
    relation: 'self',
    summary: 'The driver’s online switch, today’s trips and earnings',
    rate: 'read',
    reply: driverDay,
  }),
  goOnline: endpoint(dispatchRoutes.goOnline, {
    relation: 'self',
    summary: 'Goes online or offline',
    rate: 'write',
    body: z.strictObject({ online: z.boolean() }),
    reply: driverDay,
  }),
  offers: endpoint(dispatchRoutes.offers, {
    relation: 'self',
    summary: 'The driver’s live offers, and the bookings for later the driver is reserved for',
    rate: 'read',
    reply: z.object({
      rows: z.array(offerView),
      /** bookings for later that the driver is reserved for; each can be accepted from its `offeredAt` on */
      reserved: z.array(offerView),
      now: z.number(),
    }),
  }),
  ofBooking: endpoint(dispatchRoutes.ofBooking, {
    summary: 'The dispatch record of a booking: drivers considered with reasons, and the offers',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'read',
    params: z.strictObject({ id: bookingId }),
    reply: z.object({
      now: z.number(),
      offers: z.array(
        z.object({
          driver: z.string(),
          driver_name: z.string(),
          kind: z.enum(['dispatch', 'assign']),
          /** 1 for the first drivers asked; null: assigned */
          wave: z.int().nullable(),
          /** seconds to the pickup by road */
          pickupTime: z.int().nullable(),
          offeredAt: z.number(),
          expiresAt: z.number(),
          outcome: z.enum(['accepted', 'declined', 'closed']).nullable(),
          live: z.boolean(),
        }),
      ),
      records: z.array(
        z.object({
          sweep: z.int(),
          at: z.number(),
          /** number of the search, the first is 1 */
          search: z.int(),
          /** null: no driver was asked */
          wave: z.int().nullable(),
          offered: z.int(),
          considered: z.array(
            z.object({
              driver: z.string(),
              /** empty: the account was deleted */
              name: z.string(),
              km: z.number().nullable(),
              /** to the pickup by road, null: not asked from the maps */
              seconds: z.int().nullable(),
              reason: z.string().nullable(),
              /** null: not asked in this search */
              wave: z.int().nullable(),
            }),
          ),
        }),
      ),
    }),
  }),
}
