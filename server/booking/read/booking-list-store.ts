import type { bookingSorts } from '@remis/domain/booking/booking-routes'
import {
  statusesOfPayment,
  type Nearness,
  type PaymentMode,
  type PaymentState,
} from '@remis/domain/booking/list/list-filters'
import { activeStatuses, busyStatuses, type Status } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import { riderShownMs } from '@remis/domain/privacy/rider-after-trip'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { conditionsOf, type ListTable } from '../../platform/database/list-page.ts'
import { byText } from '../../platform/database/search-words.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { statusIn } from '../../platform/database/schema/status-in.ts'
import { fareToCheck } from '../reviews/fare-to-check.ts'
import type { BookingViewer } from './view-booking.ts'

/** Days of the trip date, YYYY-MM-DD, the last one included. */
export interface DaySpan {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timezone: string
}

/** The people, the days and the payment of the wanted bookings. */
interface Narrowing {
  /** a person's bookings */
  readonly person?: string | undefined
  readonly days?: DaySpan | undefined
  readonly driver?: string | undefined
  readonly rider?: string | undefined
  readonly fleet?: string | undefined
  readonly mode?: PaymentMode | undefined
  /** with the statuses of the payment state: whether money was written off */
  readonly payment?: PaymentState | undefined
}

/** Bookings on one side of this time from now. */
export interface NearnessFilter {
  readonly which: Nearness
  readonly minutes: number
}

interface Filters extends Narrowing {
  readonly when?: NearnessFilter | undefined
  readonly statuses?: readonly Status[] | undefined
  /** trips that wait for the office */
  readonly review?: 'open' | undefined
  /** fares that wait for a check by the office */
  readonly fare?: 'open' | undefined
}

/** Not volatile, so that an index on the trip date can be read. */
const startOf = (day: string, timezone: string, after = 0) =>
  sql`start_of_day(${day}::date + ${sql.lit(after)}, ${timezone})`

const inDays = ({ from, to, timezone }: DaySpan) => {
  const since = from === undefined ? [] : [sql<boolean>`tripdate >= ${startOf(from, timezone)}`]
  const until = to === undefined ? [] : [sql<boolean>`tripdate < ${startOf(to, timezone, 1)}`]
  const both = [...since, ...until]
  return both.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(both, sql` and `)})`
}

/** By the time of the statement: an index cannot be searched by `clock_timestamp()`, which changes from row to row. */
const isNear = ({ which, minutes }: NearnessFilter) => {
  const border = sql`statement_timestamp() + ${minutes} * interval '1 minute'`
  return which === 'now' ? sql<boolean>`tripdate <= ${border}` : sql<boolean>`tripdate > ${border}`
}

/** One condition for each filter that is set. Rider and fleet for admins only: they would reveal ids to others. */
const narrowings = (role: Role) =>
  ({
    // Only an admin may filter by rider; for others the person is the driver [design/access-5].
    person: (id: string) =>
      role === 'admin' ? sql<boolean>`(customer = ${id} or driver = ${id})` : sql<boolean>`driver = ${id}`,
    days: inDays,
    driver: (id: string) => sql<boolean>`driver = ${id}`,
    rider: (id: string) => (role === 'admin' ? sql<boolean>`customer = ${id}` : sql<boolean>`true`),
    fleet: (id: string) => (role === 'admin' ? sql<boolean>`fleetadmin = ${id}` : sql<boolean>`true`),
    mode: (mode: PaymentMode) => sql<boolean>`payment_mode = ${mode}`,
    payment: (state: PaymentState) =>
      state === 'due'
        ? sql<boolean>`true`
        : state === 'paid'
          ? sql<boolean>`written_off = 0`
          : sql<boolean>`written_off > 0`,
  }) as const

const open = ['car_type', 'driver_name', 'vehicle_number'].map((column) => sql.ref(column))
const ofRider = ['customer_name', 'pickup_add', 'drop_add'].map((column) => sql.ref(column))
const contacts = ['customer_email', 'customer_contact', 'driver_contact'].map((column) => sql.ref(column))

/** `hidesRider` for a driver or fleet admin [design/access-90]. */
const riderHidden = sql<boolean>`coalesce(clock_timestamp() > ${riderShownMs} * interval '1 millisecond' +
  case when status = 'CANCELLED' then coalesce(cancelled_at, end_time)
    when status not in (${sql.join(busyStatuses)}) then end_time end, false)`
const whileShown = (column: RawBuilder<unknown>) => sql`case when not ${riderHidden} then ${column} end`

const rowsWithWords = (search: string) =>
  sql`select booking_id from booking_words where words like search_pattern(${search})`

const reviewOpen = sql<boolean>`id in (select booking_id from trip_reviews where released_at is null)`

const tripdate = { by: sql.ref('tripdate'), kind: 'time' } as const

/**
 * The booking list. `withContacts`: the search looks into contacts as well, for viewers who see them; it would reveal
 * them to others. For drivers and fleet admins, a search looks into the rider's name and addresses only as long as they
 * are shown; no search finds initials. Their lists are sorted by initials, also while the name is shown: an index
 * cannot depend on the time.
 */
export const bookingList = (withContacts: boolean, role: Role): ListTable<(typeof bookingSorts)[number], Filters> => {
  const hidesRiders = role === 'driver' || role === 'fleetadmin'
  return {
    id: { by: sql.ref('id'), kind: 'bookingId' },
    sorts: {
      bookingDate: { by: sql.ref('booking_date'), kind: 'time' },
      tripdate,
      status: { by: sql.ref('status'), kind: 'text', thenBy: tripdate },
      carType: { by: sql.ref('car_type'), kind: 'text', thenBy: tripdate, ofWords: true },
      customer_name: {
        ...byText(hidesRiders ? sql`initials_of(customer_name)` : sql.ref('customer_name')),
        ofWords: true,
      },
      trip_cost: { by: sql.ref('trip_cost'), kind: 'integer' },
    },
    usual: { sort: 'tripdate', direction: 'desc' },
    searched: [...open, ...(hidesRiders ? ofRider.map(whileShown) : ofRider), ...(withContacts ? contacts : [])],
    foundBy: (search) => sql`id = ${search.toUpperCase()}`,
    narrowedBy: (search) => sql`id in (${rowsWithWords(search)})`,
    rowsWithWords,
    narrowsLittle: hidesRiders,
    filters: {
      statuses: (some) => (some.length === 0 ? sql`false` : sql`status in (${sql.join(some)})`),
      review: () => reviewOpen,
      fare: () => fareToCheck('bookings'),
      when: isNear,
      ...narrowings(role),
    },
  }
}

const scopes = { rider: 'customer', driver: 'driver', fleetadmin: 'fleetadmin' } as const satisfies Partial<
  Record<Role, string>
>

/** The bookings of a rider, a driver or a fleet; all for an admin [booking-34]. */
export const bookingsOf = (db: Kysely<Tables>, { id, role }: BookingViewer) => {
  const all = db.selectFrom('bookings').selectAll()
  return role === 'admin' ? all : all.where(scopes[role], '=', id)
}

/** Larger counts are given as this plus one [design/web-81]. */
export const mostCounted = 1000

/**
 * Counts of this list: per open status, of bookings later than `minutes` from now, and of trips and fares to review;
 * each up to `mostCounted` + 1. One statement; the statuses are literals, so that partial indexes serve it.
 */
export const countBookings = async (
  db: Kysely<Tables>,
  viewer: BookingViewer,
  narrowing: Narrowing,
  minutes: number,
): Promise<{
  readonly statuses: Partial<Record<Status, number>>
  readonly later: number
  readonly review: number
  readonly fare: number
}> => {
  const { role } = viewer
  const conditions = [
    ...(role === 'admin' ? [] : [sql<boolean>`${sql.ref(scopes[role])} = ${viewer.id}`]),
    ...conditionsOf<Narrowing>(narrowings(role), narrowing),
  ]
  const counted = (name: string, condition: RawBuilder<unknown>) => {
    const where = sql.join([condition, ...conditions], sql` and `)
    return sql`select ${sql.lit(name)} as name, count(*)::int as rows
      from (select 1 from bookings where ${where} limit ${sql.lit(mostCounted + 1)}) counted`
  }
  // A payment state is also one of some statuses: the others have none.
  const { payment } = narrowing
  const possible = payment === undefined ? undefined : statusesOfPayment[payment]
  const ofPayment = possible === undefined ? sql`true` : sql`status in (${sql.join(possible)})`
  const counts = activeStatuses.filter((status) => possible?.includes(status) ?? true)
  const parts = [
    ...counts.map((status) => counted(status, sql`status = ${sql.lit(status)}`)),
    ...(counts.length === 0
      ? []
      : [counted('later', sql`${statusIn('status', counts)} and ${isNear({ which: 'later', minutes })}`)]),
    ...(role === 'admin'
      ? [
          counted('review', sql`${reviewOpen} and ${ofPayment}`),
          counted('fare', sql`${fareToCheck('bookings')} and ${ofPayment}`),
        ]
      : []),
  ]
  if (parts.length === 0) parts.push(sql`select '' as name, 0 as rows`)
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
  const byName = new Map(rows.map((row) => [row.name, row.rows]))
  return {
    statuses: Object.fromEntries(activeStatuses.map((status) => [status, byName.get(status) ?? 0])),
    later: byName.get('later') ?? 0,
    review: byName.get('review') ?? 0,
    fare: byName.get('fare') ?? 0,
  }
}
