import { attentionAfter, attentionKinds, type AttentionKind } from '@remis/domain/dashboard/attention'
import {
  bookedStatuses,
  busyStatuses,
  paidStatuses,
  trackedStatuses,
  type Status,
} from '@remis/domain/booking/statuses'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { countUpTo } from '../platform/database/list-page.ts'
import { fareToCheck } from '../booking/reviews/fare-to-check.ts'
import { noDriverAsked } from '../dispatch/search/no-driver-asked.ts'
import { fullName } from '../platform/database/schema/full-name.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isActiveDriver } from '../platform/sessions/suspension.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'

/** The fleet admin that may see only its own; null: an admin sees all. */
export type Fleet = string | null

const ofFleet = (column: string, fleet: Fleet): RawBuilder<boolean> =>
  fleet === null ? sql`true` : sql`${sql.ref(column)} = ${fleet}`

const minutesAgo = (minutes: number): RawBuilder<Date> =>
  sql`clock_timestamp() - ${sql.lit(minutes)} * interval '1 minute'`
const secondsAgo = (seconds: number): RawBuilder<Date> =>
  sql`clock_timestamp() - ${sql.lit(seconds)} * interval '1 second'`

const { longFactor, longMinutes } = attentionAfter
const long: RawBuilder<Date> = sql`clock_timestamp()
  - greatest(${sql.lit(longMinutes)} * interval '1 minute', ${sql.lit(longFactor)} * b.estimate_time * interval '1 second')`

/** Why a booking that has not ended needs attention, and since when; the first rule that holds counts. */
const rules = (autoDispatch: boolean): readonly { kind: AttentionKind; when: RawBuilder<boolean>; since: string }[] => [
  {
    kind: 'no-driver',
    when: sql`b.status = 'NEW' and ${noDriverAsked('b', autoDispatch)}`,
    // A search that is paused ends later [design/dispatch-8].
    since: 'case when b.search_until <= clock_timestamp() then b.search_until else b.released_at end',
  },
  {
    kind: 'searching',
    when: sql`b.status = 'NEW' and b.search_started_at <= ${minutesAgo(attentionAfter.searchMinutes)}`,
    since: 'b.search_started_at',
  },
  {
    kind: 'silent',
    when: sql`${statusIn('b.status', trackedStatuses)} and coalesce(p.at, b.accepted_at) <= ${secondsAgo(attentionAfter.silentSeconds)}`,
    since: 'coalesce(p.at, b.accepted_at)',
  },
  {
    kind: 'late',
    when: sql`b.status = 'ACCEPTED' and greatest(b.accepted_at, b.tripdate) <= ${minutesAgo(attentionAfter.lateMinutes)}`,
    since: 'greatest(b.accepted_at, b.tripdate)',
  },
  {
    kind: 'waiting',
    when: sql`b.status = 'ARRIVED' and greatest(b.driver_arrive_time, b.tripdate) <= ${minutesAgo(attentionAfter.waitingMinutes)}`,
    since: 'greatest(b.driver_arrive_time, b.tripdate)',
  },
  { kind: 'long', when: sql`b.status = 'STARTED' and b.start_time <= ${long}`, since: 'b.start_time' },
  {
    kind: 'unfinished',
    when: sql`b.status = 'REACHED' and b.reached_at <= ${minutesAgo(attentionAfter.unfinishedMinutes)}`,
    since: 'b.reached_at',
  },
]

export interface AttentionRow {
  readonly kind: AttentionKind
  readonly id: string
  readonly status: Status
  readonly customer_name: string
  readonly driver_name: string | null
  readonly driver_contact: string | null
  readonly endTime: number | null
  readonly cancelledAt: number | null
  readonly since: number
}

const attentionColumns = sql`b.id, b.status, b.customer_name, b.driver_name, b.driver_contact, b.end_time as "endTime",
  b.cancelled_at as "cancelledAt"`

/**
 * At most `limit` bookings, the most urgent kind first, and the oldest first within a kind. Parts that may grow for
 * months are read by their index and limited before the join [design/dashboard-11]. A booking with several
 * reasons is listed for the most urgent one: a part that reached its limit fills the list [design/dashboard-14].
 */
export const listAttention = async (
  db: Kysely<Tables>,
  fleet: Fleet,
  autoDispatch: boolean,
  limit: number,
): Promise<AttentionRow[]> => {
  const all = rules(autoDispatch)
  const kind = sql`case ${sql.join(
    all.map((rule) => sql`when ${rule.when} then ${sql.lit(rule.kind)}`),
    sql` `,
  )} end`
  const since = sql`case k.kind ${sql.join(
    all.map((rule) => sql`when ${sql.lit(rule.kind)} then ${sql.raw(rule.since)}`),
    sql` `,
  )} end`
  const withoutAlert =
    fleet === null
      ? sql`not exists (select from safety_alerts a where a.booking_id = b.id and a.closed_at is null)`
      : sql`true`
  // `offset 0`: PostgreSQL would repeat the rules, and their reads of offers, wherever `kind` is used
  const open = sql`select k.kind, ${attentionColumns}, ${since} as since
    from bookings b left join driver_positions p on p.driver_id = b.driver
    cross join lateral (select ${kind} as kind offset 0) k
    where ${statusIn('b.status', bookedStatuses)} and ${ofFleet('b.fleetadmin', fleet)} and ${withoutAlert}`
  const unpaid = sql`select 'unpaid' as kind, ${attentionColumns}, b.reached_at as since from bookings b
    where b.status = 'PENDING' and b.reached_at > now() - ${sql.lit(attentionAfter.unpaidDays)} * interval '1 day'
      and b.reached_at <= now() - ${sql.lit(attentionAfter.unpaidMinutes)} * interval '1 minute'
      and ${ofFleet('b.fleetadmin', fleet)}
    order by b.reached_at limit ${sql.lit(limit)}`
  const review = sql`select 'review' as kind, ${attentionColumns}, r.found_at as since
    from trip_reviews r join bookings b on b.id = r.booking_id where r.released_at is null
    order by r.found_at limit ${sql.lit(limit)}`
  const fare = sql`select 'fare' as kind, ${attentionColumns}, b.reached_at as since
    from bookings b where ${fareToCheck('b')} order by b.reached_at limit ${sql.lit(limit)}`
  const alerts = sql`select case when a.kind = 'unanswered' then a.kind else 'panic' end as kind,
      ${attentionColumns}, a.created_at as since
    from safety_alerts a join bookings b on b.id = a.booking_id where a.closed_at is null`
  const parts = fleet === null ? [open, unpaid, review, fare, alerts] : [open, unpaid]
  const { rows } = await sql<AttentionRow>`
    select * from (
      select distinct on (id) *, array_position(${[...attentionKinds]}::text[], kind) as urgency from (${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      )}) reasons
      where kind is not null
      order by id, urgency, since) listed
    order by urgency, since
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** The drivers that the map shows [reports-4]. */
const active = (fleet: Fleet): RawBuilder<boolean> => sql`${isActiveDriver('u')} and u.driver_active_status
  and ${ofFleet('u.fleetadmin', fleet)}`

export interface Counts {
  readonly online: number
  readonly busy: number
  readonly waiting: number
  readonly later: number
  readonly running: number
}

export const countNow = async (db: Kysely<Tables>, fleet: Fleet): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select d.online, d.busy, b.waiting, b.later, b.running from
      (select count(*)::int as online, (count(*) filter (where u.queue))::int as busy from users u where ${active(fleet)}) d,
      (select (count(*) filter (where b.status = 'NEW' and b.released_at is not null))::int as waiting,
        (count(*) filter (where b.status = 'NEW' and b.released_at is null))::int as later,
        (count(*) filter (where b.status <> 'NEW'))::int as running
       from bookings b where ${statusIn('b.status', bookedStatuses)}
         and ${ofFleet('b.fleetadmin', fleet)}) b`.execute(db)
  return rows[0]!
}

/** Released bookings without a driver, counted up to `most`. */
export const countUnassigned = (db: Kysely<Tables>, most: number): Promise<number> =>
  countUpTo(db, sql`select 1 from bookings where status = 'NEW' and released_at is not null`, most)

export interface Box {
  readonly north: number
  readonly south: number
  readonly east: number
  readonly west: number
}

export interface CarRow {
  readonly id: string
  readonly name: string
  readonly vehicle_number: string | null
  readonly car_type: string | null
  readonly image: string | null
  readonly booking: string | null
  readonly status: Status | null
  readonly lat: number
  readonly lng: number
  readonly heading: number | null
  readonly at: number
}

/**
 * Drivers with a position, in the box if there is one; the most recently seen first. A driver who changed fleets
 * finishes the trip for the former fleet: the new one sees that the driver is busy, not the booking
 * [design/dashboard-1].
 */
export const listCars = async (db: Kysely<Tables>, fleet: Fleet, box: Box | null, limit: number): Promise<CarRow[]> => {
  const inside =
    box === null
      ? sql`true`
      : sql`p.lat between ${box.south} and ${box.north} and ${
          // across the 180th meridian
          box.west <= box.east
            ? sql`p.lng between ${box.west} and ${box.east}`
            : sql`(p.lng >= ${box.west} or p.lng <= ${box.east})`
        }`
  const { rows } = await sql<CarRow>`
    select u.id, ${fullName('u')} as name, u.vehicle_number, c.name as car_type, c.image,
      case when ${ofFleet('b.fleetadmin', fleet)} then b.id end as booking, b.status, p.lat, p.lng, p.heading, p.at
    from users u join driver_positions p on p.driver_id = u.id
    left join car_types c on c.id = u.car_type_id
    left join bookings b on b.driver = u.id and ${statusIn('b.status', busyStatuses)}
    where ${active(fleet)} and ${inside}
    order by p.at desc limit ${limit}`.execute(db)
  return rows
}

export interface SpanRow {
  readonly from: number
  readonly bookings: number
  readonly completed: number
  readonly cancelled: number
  readonly wait_seconds: number | null
}

/** Days have 23 or 25 hours when the clocks change, so days are counted in local time, and hours are not. */
const spansOf = {
  hour: (count: number, timezone: string) => sql`
    select since, since + interval '1 hour' as until
    from date_trunc('hour', clock_timestamp(), ${timezone}) as last,
      generate_series(last - ${count - 1} * interval '1 hour', last, interval '1 hour') as since`,
  day: (count: number, timezone: string) => sql`
    select start_of_day(day, ${timezone}) as since, start_of_day(day + 1, ${timezone}) as until
    from (select (clock_timestamp() at time zone ${timezone})::date - back as day
      from generate_series(0, ${count - 1}::int) as back) days`,
}

/** Bookings by the begin of their hour or day in the operator's zone; spans without a booking have a row of zeros. */
export const sumSpans = async (
  db: Kysely<Tables>,
  fleet: Fleet,
  unit: keyof typeof spansOf,
  count: number,
  timezone: string,
): Promise<SpanRow[]> => {
  const { rows } = await sql<SpanRow>`
    with spans as (${spansOf[unit](count, timezone)})
    select s.since as from, n.* from spans s cross join lateral (
      select count(*)::int as bookings,
        (count(*) filter (where ${statusIn('b.status', paidStatuses)}))::int as completed,
        (count(*) filter (where b.status = 'CANCELLED'))::int as cancelled,
        round(avg(extract(epoch from b.accepted_at - greatest(b.booking_date, b.released_at)))
          filter (where b.accepted_at is not null))::float8 as wait_seconds
      from bookings b where b.booking_date >= s.since and b.booking_date < s.until and ${ofFleet('b.fleetadmin', fleet)}
    ) n
    order by s.since`.execute(db)
  return rows
}
