import type { Settings } from '@remis/domain/backoffice/settings'
import { isVoidAmount, paidByCustomer } from '@remis/domain/booking/payment-packet'
import type { bookingsApi, BookingView } from '@remis/domain/booking/booking-api'
import {
  nearMinutes,
  statusesOfPayment,
  type Nearness,
  type PaymentState,
  type Period,
} from '@remis/domain/booking/list/list-filters'
import { isSystemReason } from '@remis/domain/booking/system-reason'
import { activeStatuses, statuses, type Status } from '@remis/domain/booking/statuses'
import { variants, type Variant } from '@remis/domain/booking/variant'
import { dayAndTime, dayAt } from '@remis/domain/kit/calendar-day'
import { inUnit, toMetre } from '@remis/domain/kit/distance'
import type { Role } from '@remis/domain/kit/endpoint'
import { AppError } from '@remis/domain/messages/app-error'
import { nowMs } from '../../platform/database/db-clock.ts'
import { readAllPages, readPage } from '../../platform/database/list-page.ts'
import { exportList, type ExportColumns } from '../../platform/http/export-list.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { toBooking } from '../booking-rows.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { bookingList, bookingsOf, countBookings, mostCounted, type DaySpan } from './booking-list-store.ts'
import { isDemo } from '../../backoffice/settings/settings-cache.ts'
import { daysOfPeriod } from './days-of-period.ts'
import { viewBookingsFor, type BookingViewer } from './view-booking.ts'

interface StatusQuery {
  readonly status?: string | undefined
  readonly active?: 'true' | 'false' | undefined
  readonly payment?: PaymentState | undefined
}

/** undefined: all statuses. */
const statusesOf = ({ status, active, payment }: StatusQuery): Status[] | undefined => {
  const named = status === undefined || status === '' ? undefined : status.split(',')
  for (const name of named ?? [])
    if (!(statuses as readonly string[]).includes(name))
      throw new AppError(400, 'invalid_input', { fields: { status: 'not a status' } })
  if (active === undefined && payment === undefined) return named as Status[] | undefined
  return ((named as Status[] | undefined) ?? statuses).filter(
    (name) =>
      (active === undefined || activeStatuses.includes(name) === (active === 'true')) &&
      (payment === undefined || statusesOfPayment[payment].includes(name)),
  )
}

interface DayQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly period?: Period | undefined
}

/** undefined: all days. A period is counted from the operator's today. */
const daysOf = async (app: BookingDeps, { from, to, period }: DayQuery): Promise<DaySpan | undefined> => {
  if (from === undefined && to === undefined && period === undefined) return undefined
  const { timezone } = await app.settings.current()
  return period === undefined
    ? { from, to, timezone }
    : { ...daysOfPeriod(period, dayAt(await nowMs(app.db.lists), timezone)), timezone }
}

/** The filters of a query in the words of the store. */
const filtersOf = async <
  Query extends StatusQuery &
    DayQuery & {
      readonly review?: 'open' | undefined
      readonly fare?: 'open' | undefined
      readonly when?: Nearness | undefined
    },
>(
  app: BookingDeps,
  { from, to, period, status, active, review, fare, when, ...others }: Query,
  { role }: BookingViewer,
) => ({
  ...others,
  statuses: statusesOf({ status, active, payment: others.payment }),
  days: await daysOf(app, { from, to, period }),
  when: when === undefined ? undefined : { which: when, minutes: nearMinutes(await app.settings.current()) },
  ...(role === 'admin' ? { review, fare } : {}),
})

/** One page of the caller's bookings. */
export const listBookings: UseCase<BookingDeps, typeof bookingsApi.list> = async (app, { query, who }) => {
  const { lists } = app.db
  const filters = await filtersOf(app, query, who)
  const list = bookingList(who.role === 'admin' && !(await isDemo(app)), who.role)
  const { rows, next } = await readPage(list, bookingsOf(lists, who), filters, app.config.limits.pageRows)
  return { rows: await viewBookingsFor(app, lists, rows.map(toBooking), who), next }
}

/** How many of the caller's bookings have each status that is not final, and how many of those are later. */
export const countListed: UseCase<BookingDeps, typeof bookingsApi.counts> = async (app, { query, who }) => {
  const { from, to, period, ...others } = query
  const days = await daysOf(app, { from, to, period })
  const { review, fare, ...counts } = await countBookings(
    app.db.lists,
    who,
    { ...others, days },
    nearMinutes(await app.settings.current()),
  )
  return { most: mostCounted, ...counts, ...(who.role === 'admin' ? { review, fare } : {}) }
}

/** All bookings of a rider or a driver as they see them, page by page, for an export of their data. */
export async function* allBookingsOf(
  app: BookingDeps,
  who: BookingViewer,
  size: number,
): AsyncGenerator<readonly BookingView[]> {
  const { lists } = app.db
  for await (const rows of readAllPages(bookingList(false, who.role), bookingsOf(lists, who), {}, size))
    yield await viewBookingsFor(app, lists, rows.map(toBooking), who)
}

/** Empty where the booking was cancelled, as the sums on the screen leave it out [design/money-93]. */
const ofQuote =
  (name: 'trip_cost' | 'driver_share' | 'convenience_fees' | 'discount_amount') =>
  (row: BookingView): number | undefined =>
    isVoidAmount(name, row) ? undefined : row[name]

type FileSettings = Pick<Settings, 'timezone' | 'convert_to_mile'>

/**
 * Every column of [booking-35], in its order. Moments in the operator's zone, distances in its unit as on the screen;
 * amounts in major units.
 */
const allColumns = ({ timezone, convert_to_mile: miles }: FileSettings): ExportColumns<BookingView> => {
  const moment = (at: number | null) => (at === null ? null : dayAndTime(at, timezone))
  return {
    id: (row) => row.id,
    tripdate: (row) => moment(row.tripdate),
    carType: (row) => row.carType,
    customer_name: (row) => row.customer_name,
    pickup: (row) => row.pickup.add,
    drop: (row) => row.drop.add,
    driver_name: (row) => row.driver_name,
    deliveryPerson: (row) => row.deliveryPerson,
    deliveryPersonPhone: (row) => row.deliveryPersonPhone,
    pickUpInstructions: (row) => row.pickUpInstructions,
    deliveryInstructions: (row) => row.deliveryInstructions,
    parcelType: (row) => row.parcelTypeSelected?.description,
    option: (row) => row.optionSelected?.description,
    status: (row) => row.status,
    pickup_image: (row) => row.pickup_image,
    deliver_image: (row) => row.deliver_image,
    reason: ({ reason }, texts) => (reason !== null && isSystemReason(reason) ? texts[reason] : reason),
    otp: (row) => row.otp,
    trip_cost: ofQuote('trip_cost'),
    startTime: (row) => moment(row.startTime),
    endTime: (row) => moment(row.endTime),
    total_trip_time: (row) => row.total_trip_time,
    distance: ({ distance }) => (distance === null ? null : toMetre(inUnit(distance, miles ? 'mile' : 'km'))),
    vehicle_number: (row) => row.vehicle_number,
    driver_share: ofQuote('driver_share'),
    convenience_fees: ofQuote('convenience_fees'),
    discount_amount: ofQuote('discount_amount'),
    customer_paid: (row) => paidByCustomer(row),
    payment_mode: (row) => row.payment_mode,
    gateway: (row) => row.gateway,
    cashPaymentAmount: (row) => row.cashPaymentAmount,
    cardPaymentAmount: (row) => row.cardPaymentAmount,
    usedWalletMoney: (row) => row.usedWalletMoney,
    currency: (row) => row.currency,
  }
}

/** The titles of the columns on the screen. */
const titles = {
  id: 'col_id',
  tripdate: 'col_date',
  carType: 'col_car_type',
  customer_name: 'col_customer',
  pickup: 'col_pickup',
  drop: 'col_drop',
  driver_name: 'col_driver',
  deliveryPerson: 'col_delivery_person',
  deliveryPersonPhone: 'col_delivery_phone',
  pickUpInstructions: 'col_pickup_instructions',
  deliveryInstructions: 'col_delivery_instructions',
  parcelType: 'col_parcel',
  option: 'col_option',
  status: 'col_status',
  pickup_image: 'col_pickup_photo',
  deliver_image: 'col_delivery_photo',
  reason: 'col_reason',
  otp: 'col_otp',
  trip_cost: 'col_trip_cost',
  startTime: 'col_start',
  endTime: 'col_end',
  total_trip_time: 'col_total_time',
  distance: 'col_distance',
  vehicle_number: 'col_plate',
  driver_share: 'col_share',
  convenience_fees: 'col_fee',
  discount_amount: 'col_discount',
  customer_paid: 'col_paid',
  payment_mode: 'col_mode',
  gateway: 'col_gateway',
  cashPaymentAmount: 'col_cash',
  cardPaymentAmount: 'col_card',
  usedWalletMoney: 'col_wallet',
  currency: 'col_currency',
} as const

/**
 * The columns that a role has on the screen: no fees for riders [booking-37], no codes for drivers and fleets
 * [booking-38], parcel type and option only where parcels are carried [booking-36].
 */
const columnsOf = (settings: FileSettings, role: Role, { showsParcel }: Variant): ExportColumns<BookingView> => {
  const hidden: readonly string[] =
    role === 'rider' ? ['driver_share', 'convenience_fees'] : role === 'admin' ? [] : ['otp']
  const parcel: readonly string[] = showsParcel ? [] : ['parcelType', 'option']
  return Object.fromEntries(
    Object.entries(allColumns(settings)).filter(([name]) => !hidden.includes(name) && !parcel.includes(name)),
  )
}

/** The caller's booking list as a file [booking-39], [booking-60]. */
export const exportBookings: UseCase<BookingDeps, typeof bookingsApi.export> = async (app, call) => {
  const { lists } = app.db
  const settings = await app.settings.current()
  const { role } = call.who
  return exportList(
    app,
    { ...call, query: await filtersOf(app, call.query, call.who) },
    {
      name: 'bookings',
      list: bookingList(role === 'admin' && settings.AllowCriticalEditsAdmin, role),
      base: bookingsOf(lists, call.who),
      view: (rows) => viewBookingsFor(app, lists, rows.map(toBooking), call.who),
      columns: columnsOf(settings, role, variants[app.config.appCategory]),
      titles,
    },
  )
}
