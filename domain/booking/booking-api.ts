import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from '../kit/list.ts'
import { amount, bookingId, file, freeText, latLng, lineText, nothing, text, timeMs, uuid } from '../kit/schema.ts'
import { refundStates } from '../payments/payment-status.ts'
import { fixes } from '../tracking/tracking-api.ts'
import { handoverFields } from './delivery/handover-api.ts'
import { undeliveredReasons } from './delivery/parcel.ts'
import { fareFlags } from './final-fare/fare-flags.ts'
import { fareSide } from './final-fare/fare-side-api.ts'
import { chargedDistances } from './final-fare/trip-distance.ts'
import { statuses } from './statuses.ts'
import { appCategories } from './variant.ts'
import { bookingSorts, bookingsRoutes } from './booking-routes.ts'
import { bookingFilters, narrowing } from './list/booking-list-api.ts'
import { paymentModes, paymentStates } from './list/list-filters.ts'

const status = z.enum(statuses)
export const place = z.object({ lat: z.number(), lng: z.number(), add: z.string() })
export const extra = z.object({ description: z.string(), amount: z.number() })

const packet = z.object({
  appcat: z.enum(appCategories),
  payment_mode: z.enum(paymentModes),
  customer_paid: z.number(),
  cardPaymentAmount: z.number(),
  cashPaymentAmount: z.number(),
  discount: z.number(),
  usedWalletMoney: z.number(),
  promo_applied: z.boolean(),
  promo_details: z.object({ id: z.string(), promo_name: z.string() }).nullable(),
  payableAmount: z.number(),
})

/**
 * A booking as one role sees it, shaped by `viewBooking`: an optional field that the role may not see is absent from
 * the bytes [design/access-1]. Amounts in major units.
 */
export const bookingView = z.object({
  id: z.string(),
  version: z.int(),
  status,
  carType: z.string(),
  carImage: z.string(),
  customer: z.string().optional(),
  customer_name: z.string(),
  customer_email: z.string().nullable().optional(),
  customer_contact: z.string().nullable().optional(),
  customer_token: z.string().optional(),
  customer_image: z.string().nullable().optional(),
  pickup: place,
  drop: place,
  estimate: z.number().optional(),
  estimateDistance: z.number(),
  estimateTime: z.number(),
  distance: z.number().nullable(),
  bookLater: z.boolean(),
  /** drivers may take it: at once, or from the release of a booking for later on [design/dispatch-23] */
  released: z.boolean(),
  tripdate: z.number(),
  bookingDate: z.number(),
  otp: z.string().nullable().optional(),
  /** whether the trip starts with a code of the rider [design/moves-76] */
  codeNeeded: z.boolean(),
  codeRenewalsLeft: z.int().optional(),
  /** too many wrong codes: the trip starts with a new one only [design/moves-20] */
  codeLocked: z.boolean().optional(),
  booking_type_admin: z.boolean(),
  coords: z.string(),
  trip_cost: z.number().optional(),
  convenience_fees: z.number().optional(),
  driver_share: z.number().optional(),
  paymentPacket: packet.optional(),
  discount_amount: z.number().optional(),
  cashPaymentAmount: z.number().optional(),
  cash_taken_by: z.enum(['driver', 'office']).nullable().optional(),
  /** earlier debts to pay to the driver in cash, and the part that was paid [design/money-70] */
  debtDue: z.number().optional(),
  debtPaid: z.number().optional(),
  cardPaymentAmount: z.number().optional(),
  customer_paid: z.number().optional(),
  /** what the rider still owes of the cancellation fee, and what the office gave up of fare or fee [design/money-81] */
  feeOwed: z.number().optional(),
  writtenOff: z.number().optional(),
  payment_mode: z.enum(['cash', 'wallet', 'card']),
  /** of a cancelled booking that was paid up front by card [design/payments-109] */
  refund: z.enum(refundStates).nullable().optional(),
  gateway: z.string().nullable().optional(),
  usedWalletMoney: z.number().optional(),
  payableAmount: z.number().optional(),
  promo_applied: z.boolean().optional(),
  promo_details: packet.shape.promo_details.optional(),
  prepaid: z.boolean(),
  driver: z.string().nullable(),
  driver_name: z.string().nullable(),
  driver_contact: z.string().nullable().optional(),
  driver_token: z.string().optional(),
  driver_image: z.string().nullable(),
  driverRating: z.number().nullable(),
  vehicle_number: z.string().nullable(),
  vehicleMake: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  fleetadmin: z.string().nullable().optional(),
  driver_arrive_time: z.number().nullable(),
  /** when a position confirmed the arrival; null: not confirmed [design/moves-70] */
  arrivalConfirmedAt: z.number().nullable(),
  trip_start_time: z.string().nullable(),
  startTime: z.number().nullable(),
  trip_end_time: z.string().nullable(),
  endTime: z.number().nullable(),
  /** when the server knew of the end; later than `endTime` where a phone sent it late [design/moves-122] */
  reachedAt: z.number().nullable(),
  cancelledAt: z.number().nullable(),
  total_trip_time: z.number().nullable(),
  acceptedAt: z.number().nullable(),
  paidAt: z.number().nullable(),
  reason: z.string().nullable(),
  cancelledBy: z.enum(['rider', 'driver', 'admin', 'system']).nullable(),
  rating: z.number().nullable(),
  feedback: z.string().nullable().optional(),
  pickup_image: z.string().nullable(),
  deliver_image: z.string().nullable(),
  ...handoverFields,
  /** why the parcel was returned [design/delivery-30]; `drop`: the original one */
  undelivered: z
    .object({
      at: z.number(),
      reason: z.enum(undeliveredReasons),
      note: z.string().nullable(),
      image: z.string().nullable(),
      drop: place.nullable(),
    })
    .nullable(),
  /** the return fee, for the customer and admins */
  returnFee: z.number().nullable().optional(),
  requestedDrivers: z.record(z.string(), z.literal(true)).optional(),
  /** their names, for admins */
  requestedNames: z.array(z.string()).optional(),
  deliveryPerson: z.string().nullable(),
  deliveryPersonPhone: z.string().nullable().optional(),
  pickUpInstructions: z.string().nullable(),
  deliveryInstructions: z.string().nullable(),
  parcelTypeSelected: extra.nullable(),
  optionSelected: extra.nullable(),
  /** the search for a driver and, while it runs or has ended, its end [design/dispatch-13] */
  search: z
    .object({
      state: z.enum(['waiting', 'searching', 'no-driver']),
      until: z.number().nullable(),
      since: z.number().optional(),
    })
    .nullable(),
  /** the receipt: the quoted and the final fare, and which distance was charged [design/moves-26] */
  fare: z
    .object({
      quoted: fareSide,
      final: fareSide.nullable(),
      charged: z.enum([...chargedDistances, 'quote', 'held', 'capped', 'given']).nullable(),
      /** for admins: the computed fare where the quote is charged in its place [design/moves-65] */
      computed: fareSide.optional(),
    })
    .optional(),
  /** for admins: why the fare should be checked [design/moves-62] */
  fareFlags: z.array(z.enum(fareFlags)).optional(),
  /** after a driver's cancel: the booking before and the one that took its place [design/moves-36] */
  predecessor: z.string().nullable().optional(),
  successor: z.string().nullable().optional(),
  currency: z.string(),
})
export type BookingView = z.output<typeof bookingView>

export const instruction = z.strictObject({
  deliveryPerson: lineText(120).optional(),
  deliveryPersonPhone: text(40).optional(),
  pickUpInstructions: freeText(500).optional(),
  deliveryInstructions: freeText(500).optional(),
  parcelTypeIndex: z.int().min(0).max(99).nullable().optional(),
  optionIndex: z.int().min(0).max(99).nullable().optional(),
  parcelTypeSelected: z.unknown().optional(),
  optionSelected: z.unknown().optional(),
})
export type InstructionData = z.output<typeof instruction>

const spot = z.strictObject({
  coords: latLng,
  description: lineText(300).optional(),
  /** the rest of a selected suggestion [places-1], ignored [design/api-8] */
  place_id: z.unknown().optional(),
  structured_formatting: z.unknown().optional(),
  placeDetails: z.unknown().optional(),
})

/** The booking request [booking-5] with `quote`; what the server decides is accepted and ignored [design/api-8]. */
export const bookingRequest = z.strictObject({
  quote: uuid,
  pickup: spot,
  drop: spot,
  carDetails: z.looseObject({ id: uuid }),
  instructionData: instruction.optional(),
  paymentPacket: z.looseObject({ payment_mode: z.enum(['cash', 'wallet', 'card']) }),
  /** what the rider owes and pays to the driver in cash: the `due.owed` of a `payment_due` [design/money-70] */
  debtInCash: amount.optional(),
  tripdate: timeMs.optional(),
  bookLater: z.boolean(),
  booking_type_admin: z.boolean().optional(),
  userDetails: z.unknown().optional(),
  estimate: z.unknown().optional(),
  settings: z.unknown().optional(),
})

const params = z.strictObject({ id: bookingId })
const moved = z.object({ booking: bookingView })

export const bookingsApi = {
  create: endpoint(bookingsRoutes.create, {
    summary: 'Books a ride on a quote',
    // [booking-22]
    roleRefusal: 'user_issue_contact_admin',
    relation: { object: 'quote', id: 'body.quote', refusal: 'quote_not_found', allow: ['customer', 'maker'] },
    rate: 'write',
    body: bookingRequest,
    reply: moved,
  }),
  list: endpoint(bookingsRoutes.list, {
    summary: 'The bookings of the caller: own (rider, driver), of the fleet, or all (admin)',
    relation: 'by-role',
    rate: 'read',
    query: listQuery(bookingSorts, bookingFilters),
    reply: page(bookingView),
  }),
  export: endpoint(bookingsRoutes.export, {
    summary: 'All bookings of a list as a file',
    relation: 'by-role',
    rate: 'read',
    refusedInDemo: true,
    query: exportQuery(bookingSorts, bookingFilters),
    reply: file,
    file: exportTypes,
  }),
  counts: endpoint(bookingsRoutes.counts, {
    summary: 'How many bookings of the caller’s list have each status that is not final, and how many are later',
    relation: 'by-role',
    rate: 'read',
    query: z.strictObject({ ...narrowing, payment: z.enum(paymentStates).optional() }),
    /** A count of `most + 1` means more than `most`. `later`: open bookings that `when: later` would list. */
    reply: z.object({
      most: z.int(),
      statuses: z.partialRecord(status, z.int()),
      later: z.int(),
      /** trips and fares that wait for the office, for admins */
      review: z.int().optional(),
      fare: z.int().optional(),
    }),
  }),
  get: endpoint(bookingsRoutes.get, {
    summary: 'One booking',
    relation: { object: 'booking', allow: ['customer', 'driver', 'fleet', 'admin'] },
    rate: 'read',
    params,
    reply: moved,
  }),
  accept: endpoint(bookingsRoutes.accept, {
    summary: 'A driver with a live offer accepts the booking',
    relation: { object: 'booking', allow: ['offered'] },
    rate: 'write',
    params,
    body: z.strictObject({}),
    reply: moved,
  }),
  decline: endpoint(bookingsRoutes.decline, {
    summary: 'A driver declines an offer; it stays declined',
    relation: { object: 'booking', allow: ['offered'] },
    rate: 'write',
    params,
    body: z.strictObject({}),
    reply: nothing,
  }),
  arrive: endpoint(bookingsRoutes.arrive, {
    summary: 'The driver is at the pickup; a position there confirms it',
    relation: { object: 'booking', allow: ['driver'] },
    rate: 'write',
    params,
    body: z.strictObject({ fix: fixes.element.optional() }),
    reply: moved,
  }),
  start: endpoint(bookingsRoutes.start, {
    summary: 'Starts the trip with the code that the rider gives to the driver',
    relation: { object: 'booking', allow: ['driver'] },
    rate: 'write',
    params,
    /** `photo`: an uploaded `pickup_image` [design/delivery-22] */
    body: z.strictObject({ otp: text(10).optional(), fix: fixes.element.optional(), photo: uuid.optional() }),
    reply: moved,
  }),
  reach: endpoint(bookingsRoutes.reach, {
    summary: 'The trip is at its drop; the request carries the points not yet sent',
    relation: { object: 'booking', allow: ['driver'] },
    rate: 'write',
    params,
    body: z.strictObject({
      fixes: fixes.optional(),
      /** the server's time at the press, ms: a phone without a network sends the end later [design/moves-95] */
      pressedAt: timeMs.optional(),
      /**
       * the proof of a delivery [design/delivery-25]: uploaded pictures, name of the person at the door, receiver's
       * code
       */
      photo: uuid.optional(),
      signature: uuid.optional(),
      receivedBy: lineText(80).optional(),
      code: text(10).optional(),
    }),
    reply: moved,
  }),
  pay: endpoint(bookingsRoutes.pay, {
    summary: "Pays the whole rest: cash received (driver, admin) or the caller's wallet (rider)",
    relation: { object: 'booking', allow: ['customer', 'driver', 'admin'] },
    rate: 'write',
    params,
    body: z.strictObject({
      payment_mode: z.enum(['cash', 'wallet']),
      /** the holder of the cash, named by an admin */
      cash_taken_by: z.enum(['driver', 'office']).optional(),
      /** the driver also got the booking's `debtDue` */
      with_debt: z.boolean().optional(),
    }),
    reply: moved,
  }),
  notPaid: endpoint(bookingsRoutes.notPaid, {
    summary: 'The rider did not pay the cash: the rest stays payable',
    relation: { object: 'booking', allow: ['driver'] },
    rate: 'write',
    params,
    body: z.strictObject({}),
    reply: moved,
  }),
  rate: endpoint(bookingsRoutes.rate, {
    summary: 'The customer rates the trip',
    relation: { object: 'booking', allow: ['customer'] },
    rate: 'write',
    params,
    body: z.strictObject({
      rating: z.int().min(1).max(5),
      tags: z.array(lineText(40)).max(8).optional(),
      feedback: freeText(1000).optional(),
    }),
    reply: moved,
  }),
  cancel: endpoint(bookingsRoutes.cancel, {
    summary: 'Cancels with a reason, given by its id',
    relation: { object: 'booking', allow: ['customer', 'driver', 'admin'] },
    rate: 'write',
    params,
    body: z.strictObject({
      reason: uuid.optional(),
      /** the reason in the caller's words, where there are none to choose from [design/moves-75] */
      reasonText: freeText(300).optional(),
      /** the fee the rider was shown; a higher fee is refused with 409 `cancellation_fee_changed` [booking-43] */
      fee: amount.optional(),
      /** the driver reports that the rider did not come */
      noShow: z.boolean().optional(),
    }),
    reply: moved,
  }),
  searchAgain: endpoint(bookingsRoutes.searchAgain, {
    summary: 'Searches for a driver again after none was found',
    relation: { object: 'booking', allow: ['customer', 'admin'] },
    rate: 'write',
    params,
    body: z.strictObject({}),
    reply: moved,
  }),
  renewTripCode: endpoint(bookingsRoutes.renewTripCode, {
    summary: 'A new trip code, at most three times',
    relation: { object: 'booking', allow: ['customer', 'admin'] },
    rate: 'write',
    params,
    body: z.strictObject({}),
    reply: moved,
  }),
}
