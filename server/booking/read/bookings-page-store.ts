import type { Booking } from '@remis/domain/booking/booking'
import { statuses, type Status } from '@remis/domain/booking/statuses'
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { toBooking } from '../booking-rows.ts'
import type { Mark, Sort } from './list-cursor.ts'

export interface PageQuery {
  /** Whose bookings: the rider's, the driver's, the fleet's; null is all. */
  readonly scope: { readonly column: 'customer' | 'driver' | 'fleetadmin'; readonly id: string } | null
  readonly sort: Sort
  readonly direction: 'asc' | 'desc'
  readonly statuses: readonly Status[]
  readonly search: string
  /** Contacts may be looked for, and so found out, only by who sees them. */
  readonly searchContacts: boolean
  readonly after: Mark | null
  readonly limit: number
}

const sortColumns = {
  bookingDate: 'booking_date',
  tripdate: 'tripdate',
  status: 'status',
  carType: 'car_type',
  customer_name: 'customer_name',
  trip_cost: 'trip_cost',
} as const satisfies Record<Sort, string>

const isTime = (sort: Sort) => sort === 'bookingDate' || sort === 'tripdate'

type Bookings = ExpressionBuilder<Tables, 'bookings'>

/** spec 1 §2: what the table shows in words, and the id people read out. Wildcards in what was typed are letters. */
const matches = (eb: Bookings, search: string, contacts: boolean): Expression<SqlBool> => {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const words = [
    'car_type',
    'customer_name',
    'driver_name',
    'pickup_add',
    'drop_add',
    'vehicle_number',
    ...(contacts ? (['customer_email', 'customer_contact', 'driver_contact'] as const) : []),
  ] as const
  return eb.or([eb('id', '=', search.toUpperCase()), ...words.map((column) => eb(column, 'ilike', pattern))])
}

/** The rows after the mark in the order asked for; the id decides among equals, so no row is shown twice or left out. */
const beyond = (ask: PageQuery, after: Mark): Expression<SqlBool> => {
  const column = sql.ref(sortColumns[ask.sort])
  const value = isTime(ask.sort) ? new Date(after.value as number) : after.value
  const operator = sql.raw(ask.direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${column}, id) ${operator} (${value}, ${after.id})`
}

/** One row more than a page, so that the caller knows whether another page follows. */
export const selectPage = async (db: Kysely<Tables>, ask: PageQuery): Promise<Booking[]> => {
  let query = db.selectFrom('bookings').selectAll()
  if (ask.scope !== null) query = query.where(ask.scope.column, '=', ask.scope.id)
  if (ask.statuses.length < statuses.length) query = query.where('status', 'in', ask.statuses)
  if (ask.search !== '') query = query.where((eb) => matches(eb, ask.search, ask.searchContacts))
  if (ask.after !== null) query = query.where(beyond(ask, ask.after))
  const rows = await query
    .orderBy(sortColumns[ask.sort], ask.direction)
    .orderBy('id', ask.direction)
    .limit(ask.limit + 1)
    .execute()
  return rows.map(toBooking)
}
