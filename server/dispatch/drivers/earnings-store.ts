import type { Status } from '@remis/domain/booking/statuses'
import type { EarningPeriod, Earnings } from '@remis/domain/dispatch/earnings-api'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ListTable, SortBy } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { owedFor } from '../../wallet/debts/owed-for.ts'
import { driversPart, earningKinds, platformsPart } from '../../wallet/earned.ts'
import { moment as momentOf } from '../../wallet/ledger/trial-balance.ts'

/** Minor units. */
export interface EarnedRow {
  readonly trips: number
  readonly riderPaid: number
  readonly fees: number
  readonly earned: number
}

export interface Bar extends EarnedRow {
  /** ms, [from, until) */
  readonly from: number
  readonly until: number
}

const units: Readonly<Record<EarningPeriod, { span: string; length: string; step: string }>> = {
  today: { span: 'day', length: '1 day', step: '1 hour' },
  week: { span: 'week', length: '7 days', step: '1 day' },
  month: { span: 'month', length: '1 month', step: '1 day' },
}

/**
 * One row per posting of the driver: the share of a settled trip, a cancellation fee or a correction of a fare, also if
 * collected later, with the fees and what the platform paid. Leaves out rides that the driver took as a rider
 * [design/money-114].
 */
const postings = (driver: string) => sql`
  select t.id, t.booking_id, t.at, min(e.id) as entry,
    case when t.kind = 'settlement' then 'trip'
      when t.kind = 'correction' or ${owedFor} = 'correction' then 'correction' else 'cancellation' end as kind,
    ${driversPart(sql`${driver}`)} as earned, ${platformsPart} as fees,
    -- promo, bad debt and a guaranteed fee: paid by the platform, not by the rider
    coalesce(sum(e.amount) filter (where e.account in ('promo-expense', 'bad-debt')
      or (e.account = 'receivable' and t.kind = 'debt')), 0)::bigint as carried
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    join bookings b on b.id = t.booking_id and b.driver = ${driver}
  where t.kind in ${earningKinds}
    and t.id in (select transaction_id from ledger_entries where account = 'wallet' and holder = ${driver})
    and t.at >= (select min(since) from bars) and t.at < (select max(until) from bars)
  group by t.id`

const now = sql`clock_timestamp()`

/** The period of a moment in hours or days of the operator's zone, without a skipped hour [design/money-115]. */
const bars = (period: EarningPeriod, timezone: string, moment: RawBuilder<unknown> = now) => {
  const { span, length, step } = units[period]
  const at = (local: RawBuilder<unknown>) =>
    sql`case when ${local} = (${local})::date then start_of_day((${local})::date, ${timezone})
      else (${local}) at time zone ${timezone} end`
  return sql`
    select since, until
    from date_trunc(${span}, ${moment} at time zone ${timezone}) as start,
      generate_series(start, start + ${length}::interval - ${step}::interval, ${step}::interval) as local,
      lateral (select ${at(sql`local`)} as since, ${at(sql`local + ${step}::interval`)} as until) as bar
    where since < until`
}

/** Sums per hour or day of the period of `at` (ms, else now) by settlement time, oldest first, with empty bars. */
export const selectBars = async (
  db: Kysely<Tables>,
  driver: string,
  period: EarningPeriod,
  timezone: string,
  at?: number,
): Promise<Bar[]> => {
  const { rows } = await sql<Bar>`
    with bars as (${bars(period, timezone, at === undefined ? now : momentOf(at))}), posted as (${postings(driver)})
    select bars.since as "from", bars.until,
      count(posted.id) filter (where posted.kind = 'trip') as trips,
      coalesce(sum(posted.earned + posted.fees + posted.carried), 0)::bigint as "riderPaid",
      coalesce(sum(posted.fees), 0)::bigint as fees, coalesce(sum(posted.earned), 0)::bigint as earned
    from bars left join posted on posted.at >= bars.since and posted.at < bars.until
    group by bars.since, bars.until order by bars.since`.execute(db)
  return rows
}

interface EarnedTrip {
  readonly bookingId: string
  readonly kind: Earnings['trips'][number]['kind']
  readonly at: number
  readonly entry: number
  readonly pickup: string
  readonly drop: string
  readonly payment_mode: 'cash' | 'wallet' | 'card'
  readonly riderPaid: number
  readonly fees: number
  readonly earned: number
  readonly status: Status
  readonly endTime: number | null
  readonly cancelledAt: number | null
}

const entry: SortBy = { by: sql.ref('trip.entry'), kind: 'integer' }

export const earnedTripList: ListTable<'newest'> = {
  id: entry,
  sorts: { newest: entry },
  usual: { sort: 'newest', direction: 'desc' },
}

/** The postings of the period, each with its booking. */
export const earnedTripsOf = (db: Kysely<Tables>, driver: string, period: EarningPeriod, timezone: string) => {
  const trips = sql<EarnedTrip>`(
    with bars as (${bars(period, timezone)}), posted as (${postings(driver)})
    select posted.booking_id as "bookingId", posted.kind, posted.at, posted.entry,
      b.pickup_add as pickup, b.drop_add as "drop", b.payment_mode,
      posted.earned + posted.fees + posted.carried as "riderPaid", posted.fees, posted.earned,
      b.status, b.end_time as "endTime", b.cancelled_at as "cancelledAt"
    from posted join bookings b on b.id = posted.booking_id)`
  return db.selectFrom(trips.as('trip')).selectAll('trip')
}
