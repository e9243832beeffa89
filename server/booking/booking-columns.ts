import type { Booking } from '@remis/domain/booking/booking'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

type Columns = Tables['bookings']

/** Where each field of a booking stands. Names on the left are the spec's. Places take three columns each. */
const columns = {
  id: 'id',
  version: 'version',
  status: 'status',
  customer: 'customer',
  customer_name: 'customer_name',
  customer_email: 'customer_email',
  customer_contact: 'customer_contact',
  customer_image: 'customer_image',
  createdBy: 'created_by',
  booking_type_admin: 'booking_type_admin',
  carTypeId: 'car_type_id',
  carType: 'car_type',
  carImage: 'car_image',
  quoteId: 'quote_id',
  tariff: 'tariff',
  fare: 'fare',
  estimate: 'estimate',
  estimateDistance: 'estimate_distance',
  estimateTime: 'estimate_time',
  distance: 'distance',
  coords: 'coords',
  bookLater: 'book_later',
  tripdate: 'tripdate',
  bookingDate: 'booking_date',
  releaseAt: 'release_at',
  releasedAt: 'released_at',
  otp: 'otp',
  codeTries: 'code_tries',
  codeRenewals: 'code_renewals',
  trip_cost: 'trip_cost',
  convenience_fees: 'convenience_fees',
  driver_share: 'driver_share',
  discount_amount: 'discount_amount',
  customer_paid: 'customer_paid',
  payableAmount: 'payable_amount',
  cashPaymentAmount: 'cash_payment_amount',
  cardPaymentAmount: 'card_payment_amount',
  usedWalletMoney: 'used_wallet_money',
  writtenOff: 'written_off',
  payment_mode: 'payment_mode',
  gateway: 'gateway',
  prepaid: 'prepaid',
  promo_applied: 'promo_applied',
  promo_details: 'promo_details',
  driver: 'driver',
  driver_name: 'driver_name',
  driver_contact: 'driver_contact',
  driver_image: 'driver_image',
  driverRating: 'driver_rating',
  vehicle_number: 'vehicle_number',
  vehicleMake: 'vehicle_make',
  vehicleModel: 'vehicle_model',
  fleetadmin: 'fleetadmin',
  driver_arrive_time: 'driver_arrive_time',
  trip_start_time: 'trip_start_time',
  startTime: 'start_time',
  trip_end_time: 'trip_end_time',
  endTime: 'end_time',
  total_trip_time: 'total_trip_time',
  reason: 'reason',
  reasonId: 'reason_id',
  cancelledBy: 'cancelled_by',
  rating: 'rating',
  feedback: 'feedback',
  pickup_image: 'pickup_image',
  deliver_image: 'deliver_image',
  deliveryPerson: 'delivery_person',
  deliveryPersonPhone: 'delivery_person_phone',
  pickUpInstructions: 'pick_up_instructions',
  deliveryInstructions: 'delivery_instructions',
  parcelTypeSelected: 'parcel_type_selected',
  optionSelected: 'option_selected',
  searchStartedAt: 'search_started_at',
  searchUntil: 'search_until',
  searches: 'searches',
  acceptedAt: 'accepted_at',
  reachedAt: 'reached_at',
  paidAt: 'paid_at',
  completedAt: 'completed_at',
  cancelledAt: 'cancelled_at',
  fareFlag: 'fare_flag',
  currency: 'currency',
} as const satisfies Record<Exclude<keyof Booking, 'pickup' | 'drop'>, keyof Columns>

type Field = keyof typeof columns

const times: ReadonlySet<Field> = new Set<Field>([
  'tripdate',
  'bookingDate',
  'releaseAt',
  'releasedAt',
  'driver_arrive_time',
  'startTime',
  'endTime',
  'searchStartedAt',
  'searchUntil',
  'acceptedAt',
  'reachedAt',
  'paidAt',
  'completedAt',
  'cancelledAt',
])
const jsons: ReadonlySet<Field> = new Set<Field>([
  'tariff',
  'fare',
  'promo_details',
  'parcelTypeSelected',
  'optionSelected',
])

const written = (field: Field, value: unknown): unknown => {
  if (value === null) return null
  if (times.has(field)) return new Date(value as number)
  return jsons.has(field) ? JSON.stringify(value) : value
}

/** Columns of the fields that are given. Times become timestamps of whole milliseconds, so that they compare exactly. */
export const toColumns = ({ pickup, drop, ...fields }: Partial<Booking>): Updateable<Columns> => ({
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [columns[field as Field], written(field as Field, value)]),
  ),
  ...(pickup && { pickup_lat: pickup.lat, pickup_lng: pickup.lng, pickup_add: pickup.add }),
  ...(drop && { drop_lat: drop.lat, drop_lng: drop.lng, drop_add: drop.add }),
})

export const toRow = (booking: Booking): Insertable<Columns> => toColumns(booking) as Insertable<Columns>

const fields = Object.entries(columns)
/**
 * Every field of a booking, empty. What JSON.parse makes keeps the shape of a plain object; built field by field, one of
 * so many fields becomes a hash table, and each look at it costs ten times as much.
 */
const blank = JSON.parse(
  JSON.stringify({ ...Object.fromEntries(fields.map(([field]) => [field, null])), pickup: null, drop: null }),
) as Record<string, unknown>

export const toBooking = (row: Selectable<Columns>): Booking => {
  const booking = { ...blank }
  for (const [field, column] of fields) booking[field] = row[column]
  booking['pickup'] = { lat: row.pickup_lat, lng: row.pickup_lng, add: row.pickup_add }
  booking['drop'] = { lat: row.drop_lat, lng: row.drop_lng, add: row.drop_add }
  return booking as unknown as Booking
}
