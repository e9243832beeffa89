import type { bookingSorts } from '@remis/domain/booking/booking-routes'
import { busyStatuses, type Status } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import { riderShownMs } from '@remis/domain/privacy/rider-after-trip'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { BookingViewer } from './view-booking.ts'

interface Filters {
  readonly statuses?: readonly Status[] | undefined
  /** trips that wait for the office */
  readonly review?: 'open' | undefined
  /** a person's bookings */
  readonly person?: string | undefined
}

const open = ['car_type', 'driver_name', 'vehicle_number'].map((column) => sql.ref(column))
const ofRider = ['customer_name', 'pickup_add', 'drop_add'].map((column) => sql.ref(column))
const contacts = ['customer_email', 'customer_contact', 'driver_contact'].map((column) => sql.ref(column))

/** `hidesRider` for a driver or fleet admin [design/access-90]. */
const riderHidden = sql<boolean>`coalesce(clock_timestamp() > ${riderShownMs} * interval '1 millisecond' +
  case when status = 'CANCELLED' then coalesce(cancelled_at, end_time)
    when status not in (${sql.join(busyStatuses)}) then end_time end, false)`
/** `initialsOf` */
const initials = sql`(select coalesce(string_agg(upper(left(word, 1)) || '.', ' ' order by place), '')
  from regexp_split_to_table(trim(customer_name), '[[:space:]]+') with ordinality as words (word, place) where word <> '')`
const shownOrInitials = sql`case when ${riderHidden} then ${initials} else customer_name end`
const whileShown = (column: RawBuilder<unknown>) => sql`case when not ${riderHidden} then ${column} end`

const tripdate = { by: sql.ref('tripdate'), kind: 'time' } as const

/**
 * The booking list. `withContacts`: the search looks into contacts as well, for viewers who see them; it would reveal
 * them to others. For drivers and fleet admins, search and order use the rider's name and addresses only
 * as long as they are shown; no search finds initials.
 */
export const bookingList = (withContacts: boolean, role: Role): ListTable<(typeof bookingSorts)[number], Filters> => {
  const hidesRiders = role === 'driver' || role === 'fleetadmin'
  return {
    id: { by: sql.ref('id'), kind: 'bookingId' },
    sorts: {
      bookingDate: { by: sql.ref('booking_date'), kind: 'time' },
      tripdate,
      status: { by: sql.ref('status'), kind: 'text', thenBy: tripdate },
      carType: { by: sql.ref('car_type'), kind: 'text', thenBy: tripdate },
      customer_name: { by: hidesRiders ? shownOrInitials : sql.ref('customer_name'), kind: 'text' },
      trip_cost: { by: sql.ref('trip_cost'), kind: 'integer' },
    },
    usual: { sort: 'bookingDate', direction: 'desc' },
    searched: [...open, ...(hidesRiders ? ofRider.map(whileShown) : ofRider), ...(withContacts ? contacts : [])],
    foundBy: (search) => sql`id = ${search.toUpperCase()}`,
    narrowedBy: (search) =>
      sql`id in (select booking_id from booking_words where words like search_pattern(${search}))`,
    filters: {
      statuses: (some) => (some.length === 0 ? sql`false` : sql`status in (${sql.join(some)})`),
      review: () => sql`id in (select booking_id from trip_reviews where released_at is null)`,
      // Only an admin learns whose rides they are; for others it is the driver [design/access-5].
      person: (id) => (role === 'admin' ? sql`(customer = ${id} or driver = ${id})` : sql`driver = ${id}`),
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
