import type { bookingSorts } from '@remis/domain/booking/booking-routes'
import type { Status } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely } from 'kysely'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { BookingViewer } from './view-booking.ts'

interface Filters {
  readonly statuses?: readonly Status[] | undefined
  /** a person's bookings */
  readonly person?: string | undefined
}

const shown = ['car_type', 'customer_name', 'driver_name', 'pickup_add', 'drop_add', 'vehicle_number']
const contacts = ['customer_email', 'customer_contact', 'driver_contact']

/**
 * The booking list. `withContacts`: the search looks into contacts as well, for viewers who see them; it would reveal
 * them to others.
 */
export const bookingList = (withContacts: boolean, role: Role): ListTable<(typeof bookingSorts)[number], Filters> => ({
  id: { by: sql.ref('id'), kind: 'bookingId' },
  sorts: {
    bookingDate: { by: sql.ref('booking_date'), kind: 'time' },
    tripdate: { by: sql.ref('tripdate'), kind: 'time' },
    status: { by: sql.ref('status'), kind: 'text' },
    carType: { by: sql.ref('car_type'), kind: 'text' },
    customer_name: { by: sql.ref('customer_name'), kind: 'text' },
    trip_cost: { by: sql.ref('trip_cost'), kind: 'integer' },
  },
  usual: { sort: 'bookingDate', direction: 'desc' },
  searched: [...shown, ...(withContacts ? contacts : [])].map((column) => sql.ref(column)),
  foundBy: (search) => sql`id = ${search.toUpperCase()}`,
  filters: {
    statuses: (some) => (some.length === 0 ? sql`false` : sql`status in (${sql.join(some)})`),
    // Only an admin learns whose rides they are; for others it is the driver [design/access-5].
    person: (id) => (role === 'admin' ? sql`(customer = ${id} or driver = ${id})` : sql`driver = ${id}`),
  },
})

const scopes = { rider: 'customer', driver: 'driver', fleetadmin: 'fleetadmin' } as const satisfies Partial<
  Record<Role, string>
>

/** The bookings of a rider, a driver or a fleet; all for an admin [booking-34]. */
export const bookingsOf = (db: Kysely<Tables>, { id, role }: BookingViewer) => {
  const all = db.selectFrom('bookings').selectAll()
  return role === 'admin' ? all : all.where(scopes[role], '=', id)
}
