import type { Booking } from '@remis/domain/booking/booking'
import type { RiderPace } from '@remis/domain/booking/booking-checks'
import { unsettledStatuses } from '@remis/domain/booking/statuses'
import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely'
import { batchPerDatabase } from '../platform/database/batch.ts'
import type { Tx } from '../platform/database/database.ts'
import { pipelined } from '../platform/database/pipeline/pipeline.ts'
import type { Tables } from '../platform/database/schema.ts'

type Columns = Tables['bookings']
/** The columns that hold values of a type. */
type ColumnOf<T> = { [C in keyof Columns]: Selectable<Columns>[C] extends T ? C : never }[keyof Columns]

/** The column of each documented field [booking-3]. Pickup and drop take three columns each. */
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
  cash_taken_by: 'cash_taken_by',
  cardPaymentAmount: 'card_payment_amount',
  usedWalletMoney: 'used_wallet_money',
  writtenOff: 'written_off',
  debtDue: 'debt_due',
  debtPaid: 'debt_paid',
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
  arrivalConfirmedAt: 'arrival_confirmed_at',
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
  deliveryCode: 'delivery_code',
  deliveryCodeTries: 'delivery_code_tries',
  deliveryCodeRenewals: 'delivery_code_renewals',
  handover: 'handover',
  undelivered: 'undelivered',
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
  acceptKm: 'accept_km',
  reachedAt: 'reached_at',
  paidAt: 'paid_at',
  completedAt: 'completed_at',
  cancelledAt: 'cancelled_at',
  fareFlags: 'fare_flags',
  currency: 'currency',
  predecessor: 'predecessor',
  successor: 'successor',
  cancelledDrivers: 'cancelled_drivers',
} as const satisfies { [F in Exclude<keyof Booking, 'pickup' | 'drop'>]: ColumnOf<Booking[F]> }

type Field = keyof typeof columns
type TimeField = { [F in Field]: Date extends Updateable<Columns>[(typeof columns)[F]] ? F : never }[Field]

const timeFields: Readonly<Record<TimeField, true>> = {
  tripdate: true,
  bookingDate: true,
  releaseAt: true,
  releasedAt: true,
  driver_arrive_time: true,
  arrivalConfirmedAt: true,
  startTime: true,
  endTime: true,
  searchStartedAt: true,
  searchUntil: true,
  acceptedAt: true,
  reachedAt: true,
  paidAt: true,
  completedAt: true,
  cancelledAt: true,
}
const jsonFields: ReadonlySet<Field> = new Set<Field>([
  'tariff',
  'fare',
  'promo_details',
  'parcelTypeSelected',
  'optionSelected',
  'handover',
  'undelivered',
])

const columnValue = (field: Field, value: unknown): unknown => {
  if (value === null) return null
  if (field in timeFields) return new Date(value as number)
  return jsonFields.has(field) ? JSON.stringify(value) : value
}

/** The columns of the given fields. Times become timestamps of whole milliseconds, so that they compare exactly. */
export const toColumns = ({ pickup, drop, ...fields }: Partial<Booking>): Updateable<Columns> => ({
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [columns[field as Field], columnValue(field as Field, value)]),
  ),
  ...(pickup && { pickup_lat: pickup.lat, pickup_lng: pickup.lng, pickup_add: pickup.add }),
  ...(drop && { drop_lat: drop.lat, drop_lng: drop.lng, drop_add: drop.add }),
})

export const toRow = (booking: Booking): Insertable<Columns> => toColumns(booking) as Insertable<Columns>

const fields = Object.entries(columns)
/**
 * A booking with every field null, to copy from. An object of this many fields that is built field by field becomes a
 * hash table in V8 with reads ten times as slow; one made by JSON.parse stays a plain object.
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

const bookings = (db: Kysely<Tables>) => db.selectFrom('bookings').selectAll()

const oneOrNull = (row: Selectable<Columns> | undefined): Booking | null => (row === undefined ? null : toBooking(row))

export const findBooking = async (db: Kysely<Tables>, id: string): Promise<Booking | null> =>
  oneOrNull(await bookings(db).where('id', '=', id).executeTakeFirst())

/** Whether a booking has this id. */
export const isBookingId = async (db: Kysely<Tables>, id: string): Promise<boolean> =>
  (await db.selectFrom('bookings').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export interface BookingAt {
  readonly booking: Booking | null
  /** database clock, ms */
  readonly now: number
}

/** Each of these bookings with the database clock. */
export const listWithClock = async (db: Kysely<Tables>, ids: readonly string[]): Promise<BookingAt[]> => {
  const { rows } = await sql<Selectable<Columns> & { now: number }>`
    select b.*, clock_timestamp() as now from (select) one left join bookings b on b.id = any(${[...new Set(ids)]}::text[])`.execute(
    db,
  )
  const now = rows[0]?.now
  if (now === undefined) throw new Error('the database clock returned no row')
  const byId = new Map(rows.map((row) => [row.id, toBooking(row)]))
  return ids.map((id) => ({ booking: byId.get(id) ?? null, now }))
}

/** The booking and the database clock. Concurrent calls share one query. */
export const findBookingWithClock: (db: Kysely<Tables>, id: string) => Promise<BookingAt> = batchPerDatabase(
  listWithClock,
  { parallel: 3 },
)

export const listBookingsByIds = async (db: Kysely<Tables>, ids: readonly string[]): Promise<Booking[]> =>
  ids.length === 0
    ? []
    : (
        await bookings(db)
          .where(sql<boolean>`id = any(${[...ids]}::text[])`)
          .execute()
      ).map((row) => toBooking(row))

/** Locks the booking until the commit. Inserts of rows that refer to it (points, offers) wait as well. */
export const lockBooking = async (tx: Tx, id: string): Promise<Booking | null> =>
  oneOrNull(await bookings(tx).where('id', '=', id).forUpdate().executeTakeFirst())

/** For sweeps: the booking, or null where another transaction holds it. */
export const lockBookingIfFree = async (tx: Tx, id: string): Promise<Booking | null> =>
  oneOrNull(await bookings(tx).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst())

/** The same for a booking that is still NEW. */
export const lockNewBookingIfFree = async (tx: Tx, id: string): Promise<Booking | null> =>
  oneOrNull(
    await bookings(tx).where('id', '=', id).where('status', '=', 'NEW').forUpdate().skipLocked().executeTakeFirst(),
  )

/** Whether the person has ever been the customer of a booking. */
export const hasBooked = async (tx: Tx, customer: string): Promise<boolean> =>
  (await tx.selectFrom('bookings').select('id').where('customer', '=', customer).limit(1).executeTakeFirst()) !==
  undefined

/** Bookings of a rider that are active and not paid yet: the ones the limit counts [design/moves-10]. */
export const countOpenBookings = async (tx: Tx, customer: string): Promise<number> => {
  const { open } = await tx
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('customer', '=', customer)
    .where('status', 'in', unsettledStatuses)
    .executeTakeFirstOrThrow()
  return open
}

const epochMs = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Times of the rider's last own bookings and cancels, newest first, at most `limit` of each [design/moves-85]. */
export const listRiderPace = async (tx: Tx, customer: string, limit: number): Promise<RiderPace> => {
  const own = tx.selectFrom('bookings').where('customer', '=', customer).where('predecessor', 'is', null).limit(limit)
  const latest = (rides: typeof own, column: 'booking_date' | 'cancelled_at') =>
    rides.whereRef('created_by', '=', 'customer').select(epochMs(column).as('at')).orderBy(column, 'desc').execute()
  const [made, cancelled] = await pipelined([
    latest(own, 'booking_date'),
    latest(own.where('cancelled_by', '=', 'rider'), 'cancelled_at'),
  ])
  return { made: made.map(({ at }) => at), cancelled: cancelled.map(({ at }) => at) }
}
