import { bookedStatuses, type Status } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import { openAssignment } from '../../dispatch/offers/open-offer.ts'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { statusIn } from '../../platform/database/schema/status-in.ts'

export interface DayRow {
  readonly day: string
  readonly from: number
  readonly until: number
}

/** Days of the operator's zone with their bounds, by the database's rules of the zone. */
export const selectDays = async (
  db: Kysely<Tables>,
  first: string,
  count: number,
  timezone: string,
): Promise<DayRow[]> => {
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, start_of_day(day, ${timezone}) as from,
      start_of_day(day + 1, ${timezone}) as until
    from (select ${first}::date + ahead as day from generate_series(0, ${count - 1}::int) ahead) days order by day`.execute(
    db,
  )
  return rows
}

interface NamedDriver {
  readonly id: string
  readonly name: string
}

export interface LaterRow {
  readonly id: string
  readonly status: Status
  readonly tripdate: number
  readonly car_type: string
  readonly customer_name: string
  readonly pickup_add: string
  readonly drop_add: string
  readonly estimate_distance: number
  readonly estimate_time: number
  readonly driver: string | null
  readonly driver_name: string | null
  readonly reserved: readonly NamedDriver[]
}

const planned = sql`b.book_later and ${statusIn('b.status', bookedStatuses)}`
const columns = sql.raw(
  ['id', 'status', 'tripdate', 'car_type', 'customer_name', 'pickup_add', 'drop_add', 'estimate_distance']
    .concat('estimate_time', 'driver', 'driver_name')
    .map((column) => `b.${column}`)
    .join(', '),
)
const named = sql`jsonb_agg(jsonb_build_object('id', u.id, 'name', ${fullName('u')}) order by o.offered_at, u.id)`

interface Span {
  /** ms */
  readonly from: number
  readonly until: number
}

const within = ({ from, until }: Span) => sql`b.tripdate >= ${new Date(from)} and b.tripdate < ${new Date(until)}`

/** Bookings for later with a trip date in the span, the earliest first. */
export const laterWithin = (span: Span, limit: number) => sql<LaterRow>`
    select ${columns}, coalesce(r.drivers, '[]') as reserved
    from bookings b
    left join lateral (select ${named} as drivers from offers o join users u on u.id = o.driver_id
      where o.booking_id = b.id and ${openAssignment('o')}) r on b.status = 'NEW'
    where ${planned} and ${within(span)}
    order by b.tripdate, b.id limit ${limit}`

export const selectLater = async (db: Kysely<Tables>, span: Span, limit: number): Promise<LaterRow[]> =>
  (await laterWithin(span, limit).execute(db)).rows

/** Bookings accepted by or reserved for the fleet's drivers; without the reserved drivers of other fleets. */
export const selectLaterOfFleet = async (
  db: Kysely<Tables>,
  fleet: string,
  span: Span,
  limit: number,
): Promise<LaterRow[]> => {
  const { rows } = await sql<LaterRow>`
    select * from (
      select ${columns}, '[]'::jsonb as reserved from bookings b
      where b.fleetadmin = ${fleet} and ${planned} and b.status <> 'NEW' and ${within(span)}
      union all
      select ${columns}, r.drivers as reserved
      from (select o.booking_id, ${named} as drivers from users u join offers o on o.driver_id = u.id
        where u.fleetadmin = ${fleet} and u.deleted_at is null and ${openAssignment('o')} group by o.booking_id) r
      join bookings b on b.id = r.booking_id
      where b.status = 'NEW' and ${planned} and ${within(span)}
    ) b
    order by tripdate, id limit ${limit}`.execute(db)
  return rows
}
