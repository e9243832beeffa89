import type { driverEarningSorts, earningReportSorts, reportPeriods } from '@remis/domain/reports/reports-routes'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { fullName } from '../platform/database/schema/full-name.ts'
import { liftStatementLimit, type Tx } from '../platform/database/database.ts'
import { narrowed, type ListQuery, type ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'
import { byName, hasWords } from '../platform/database/search-words.ts'
import { owedFor } from '../wallet/debts/owed-for.ts'
import { driversPart, earningKinds, platformsPart } from '../wallet/earned.ts'

/** The postings `t` with day, driver and fleet, and what each part earned. */
const posted = (transactions: RawBuilder<unknown>, timezone: string) => sql`
  select (t.at at time zone ${timezone})::date as day, b.driver, b.fleetadmin as fleet,
    (t.kind = 'settlement')::int as rides,
    (t.kind = 'cancellation-fee' or coalesce(${owedFor} = 'cancellation-fee', false)) as cancelled,
    ${driversPart(sql`b.driver::text`)} as share, ${platformsPart} as fees,
    coalesce(-sum(e.amount) filter (where e.account = 'promo-expense'), 0)::bigint as discounts
  from ${transactions} t join bookings b on b.id = t.booking_id join ledger_entries e on e.transaction_id = t.id
  where b.driver is not null and t.kind in ${earningKinds}
  group by t.id, t.at, t.kind, t.reference, b.driver, b.fleetadmin`

const sums = sql`sum(rides)::int, coalesce(sum(share) filter (where not cancelled), 0)::bigint,
  coalesce(sum(share) filter (where cancelled), 0)::bigint, sum(fees)::bigint, sum(discounts)::bigint`

/** A pending fee is no earning yet. */
const counted = sql`from posted where rides <> 0 or share <> 0 or fees <> 0 or discounts <> 0`

/** From the rows named `posted`: sums per day and fleet, per month, driver and fleet, and of all days per fleet. */
const insertSums = (generation: number) => sql`
  insert into earning_sums as s (generation, span, since, driver_id, fleet_id, rides, ride_share, cancel_share, fees, discounts)
  select ${generation}::int, 'day', day, null::uuid, fleet, ${sums} ${counted} group by day, fleet
  union all
  select ${generation}::int, 'month', date_trunc('month', day)::date, driver, fleet, ${sums} ${counted}
    group by date_trunc('month', day), driver, fleet
  union all
  select ${generation}::int, 'all', '-infinity'::date, null, fleet, ${sums} ${counted} group by fleet
  on conflict (generation, span, since, driver_id, fleet_id) do update set rides = s.rides + excluded.rides,
    ride_share = s.ride_share + excluded.ride_share, cancel_share = s.cancel_share + excluded.cancel_share,
    fees = s.fees + excluded.fees, discounts = s.discounts + excluded.discounts`

/** The row that says which sums are shown; locked, so that one process at a time adds to them. */
export const lockState = (tx: Tx) =>
  tx.selectFrom('earning_state').selectAll().where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()

export const readState = (db: Kysely<Tables>) =>
  db.selectFrom('earning_state').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()

/** Whether a posting waits to be added. */
export const hasQueued = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('earning_queue').select('transaction_id').limit(1).executeTakeFirst()) !== undefined

/**
 * Adds queued postings, at most `most`, and takes them out of the queue, in one statement: each counts once, whatever
 * fails. Returns how many they were.
 */
export const addQueued = async (
  tx: Tx,
  { generation, timezone }: { readonly generation: number; readonly timezone: string },
  most: number,
): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from earning_queue where transaction_id in (select transaction_id from earning_queue limit ${most})
      returning transaction_id
    ), posted as (${posted(
      sql`(select * from ledger_transactions where id in (select transaction_id from taken))`,
      timezone,
    )}), added as (${insertSums(generation)} returning 1)
    select (select count(*) from taken)::int as taken, (select count(*) from added) as added`.execute(tx)
  return rows[0]?.taken ?? 0
}

/**
 * Makes the sums of another zone from the whole ledger, beside those that are shown, and then shows them. The queue is
 * emptied by the statement that reads the ledger, so both see the same postings. The ledger may be years long, so there
 * is no time limit.
 */
export const rebuild = async (tx: Tx, { generation, timezone }: { generation: number; timezone: string }) => {
  await liftStatementLimit(tx)
  const next = generation + 1
  await sql`with taken as (delete from earning_queue),
    posted as (${posted(sql`ledger_transactions`, timezone)}) ${insertSums(next)}`.execute(tx)
  await tx.updateTable('earning_state').set({ generation: next, timezone }).where('id', '=', 1).execute()
  // A call that has just read the state still reads the sums before.
  await tx.deleteFrom('earning_sums').where('generation', '<', generation).execute()
}

export interface FeeSums {
  readonly today: number
  readonly month: number
  readonly total: number
}

/** Convenience fees in minor units, today being that of the zone of the sums; `fleet`: only for its trips. */
export const sumFees = async (
  db: Kysely<Tables>,
  { generation, timezone }: { readonly generation: number; readonly timezone: string },
  fleet: string | null,
): Promise<FeeSums> => {
  const ofFleet = fleet === null ? sql`true` : sql`fleet_id = ${fleet}`
  const { rows } = await sql<FeeSums>`
    select coalesce(sum(fees) filter (where since = today), 0)::bigint as today,
      coalesce(sum(fees) filter (where span = 'day'), 0)::bigint as month,
      coalesce(sum(fees) filter (where span = 'all'), 0)::bigint as total
    from (select (clock_timestamp() at time zone ${timezone})::date as today) day cross join lateral (
      select span, since, fees from earning_sums where generation = ${generation} and span = 'day'
        and since >= date_trunc('month', today)::date and ${ofFleet}
      union all
      select span, since, fees from earning_sums where generation = ${generation} and span = 'all' and ${ofFleet}
    ) summed`.execute(db)
  return rows[0]!
}

interface Fees {
  /** when the day or hour begins, ms */
  readonly since: number
  readonly fees: number
}

/** Convenience fees of the last days with any, from the sums. */
export const listFeesByDay = async (
  db: Kysely<Tables>,
  { generation, timezone }: { readonly generation: number; readonly timezone: string },
  fleet: string | null,
  days: number,
): Promise<Fees[]> => {
  const { rows } = await sql<Fees>`
    select start_of_day(since, ${timezone}) as since, sum(fees)::bigint as fees from earning_sums
    where generation = ${generation} and span = 'day' and ${fleet === null ? sql`true` : sql`fleet_id = ${fleet}`}
      and since > (clock_timestamp() at time zone ${timezone})::date - ${days}::int
    group by since`.execute(db)
  return rows
}

/** The same by hours of 60 minutes since the first one (ms): of the postings that the sums count. */
export const listFeesByHour = async (db: Kysely<Tables>, first: number, fleet: string | null): Promise<Fees[]> => {
  const since = sql`to_timestamp(${first} / 1000.0)`
  const { rows } = await sql<Fees>`
    select date_bin('1 hour', t.at, ${since}) as since, sum(e.amount)::bigint as fees
    from ledger_transactions t join bookings b on b.id = t.booking_id join ledger_entries e on e.transaction_id = t.id
    where t.at >= ${since} and t.kind in ${earningKinds} and b.driver is not null
      and e.account = 'revenue' and ${fleet === null ? sql`true` : sql`b.fleetadmin = ${fleet}`}
    group by 1`.execute(db)
  return rows
}

type Period = (typeof reportPeriods)[number]
interface Filters {
  readonly period?: Period | undefined
}

/** Months from, inclusive, until, exclusive; `today` as YYYY-MM-DD in the operator's zone. */
const monthsOf = (period: Period, today: string) => {
  const month = sql`date_trunc('month', ${today}::date)`
  const year = sql`date_trunc('year', ${today}::date)`
  switch (period) {
    case 'this_month':
      return [month, sql`${month} + interval '1 month'`] as const
    case 'last_month':
      return [sql`${month} - interval '1 month'`, month] as const
    case 'this_year':
      return [year, sql`${year} + interval '1 year'`] as const
    case 'last_year':
      return [sql`${year} - interval '1 year'`, year] as const
  }
}

const inPeriod = (column: RawBuilder<unknown>, period: Period, today: string) => {
  const [from, until] = monthsOf(period, today)
  return sql<boolean>`${column} >= ${from} and ${column} < ${until}`
}

const driverName = fullName('u')
const share = sql<number>`(s.ride_share + s.cancel_share)`

/** Sums of months of drivers; `fleet`: only for trips of this fleet, null: of all. */
export const monthSums = (db: Kysely<Tables>, generation: number, fleet: string | null) => {
  const rows = db.selectFrom('earning_sums as s').where('s.generation', '=', generation).where('s.span', '=', 'month')
  return fleet === null ? rows : rows.where('s.fleet_id', '=', fleet)
}

/** Hides the car from a fleet admin after the driver has left the fleet [backoffice-30]. */
const plateFor = (fleet: string | null) =>
  fleet === null
    ? sql<string | null>`u.vehicle_number`
    : sql<string | null>`case when u.fleetadmin = ${fleet} then u.vehicle_number end`

/** These sums with their drivers. */
export const driverMonths = (rows: ReturnType<typeof monthSums>, fleet: string | null) =>
  rows
    .innerJoin('users as u', 'u.id', 's.driver_id')
    .select(['s.id', 's.since', 's.rides', 'u.id as driver'])
    .select([driverName.as('name'), plateFor(fleet).as('vehicle'), share.as('share')])

export type DriverMonth = Awaited<ReturnType<ReturnType<typeof driverMonths>['executeTakeFirstOrThrow']>>

export const driverMonthList = (
  today: string,
  fleet: string | null,
): ListTable<(typeof driverEarningSorts)[number], Filters> => ({
  id: { by: sql.ref('s.id'), kind: 'integer' },
  sorts: {
    // by name inside a month, the newest month first or last
    month: { by: sql.ref('s.since'), kind: 'day', thenBy: { ...byName('u'), always: 'asc' } },
    driverName: { ...byName('u'), joined: true },
    total_rides: { by: sql.ref('s.rides'), kind: 'integer' },
    driverShare: { by: share, kind: 'integer' },
  },
  usual: { sort: 'month', direction: 'desc' },
  searched: [driverName, plateFor(fleet)],
  narrowedBy: hasWords('u'),
  narrowsLittle: true,
  filters: { period: (period) => inPeriod(sql.ref('s.since'), period, today) },
})

export interface MonthSums {
  readonly since: string
  readonly rows: number
  readonly rides: number
  readonly share: number
}

/** Sums of these months among the rows that a query finds. */
export const sumDriverMonths = async (
  rows: ReturnType<typeof monthSums>,
  list: ReturnType<typeof driverMonthList>,
  query: ListQuery<(typeof driverEarningSorts)[number]> & Filters,
  months: readonly string[],
): Promise<MonthSums[]> =>
  months.length === 0
    ? []
    : // PostgreSQL leaves out an outer join that nothing refers to: only a search needs the drivers.
      narrowed(rows.leftJoin('users as u', 'u.id', 's.driver_id'), list, query)
        .select('s.since')
        .select([
          sql<number>`count(*)::int`.as('rows'),
          sql<number>`sum(s.rides)::int`.as('rides'),
          sql<number>`sum(${share})::bigint`.as('share'),
        ])
        .where('s.since', 'in', months)
        .groupBy('s.since')
        .execute()

export interface PlatformMonth {
  /** YYYY-MM-DD, its first day */
  readonly since: string
  readonly rides: number
  readonly ride_share: number
  readonly fees: number
  readonly discounts: number
}

/** Months of the platform, from the sums of days. */
export const platformMonths = (db: Kysely<Tables>, generation: number) => {
  const months = sql<PlatformMonth>`(
    select date_trunc('month', since)::date as since, sum(rides)::int as rides, sum(ride_share)::bigint as ride_share,
      sum(fees)::bigint as fees, sum(discounts)::bigint as discounts
    from earning_sums where generation = ${generation} and span = 'day' group by date_trunc('month', since))`
  return db.selectFrom(months.as('m')).selectAll('m')
}

const since = { by: sql.ref('m.since'), kind: 'day' } as const

export const platformMonthList = (today: string): ListTable<(typeof earningReportSorts)[number], Filters> => ({
  id: since,
  sorts: { month: since },
  usual: { sort: 'month', direction: 'desc' },
  filters: { period: (period) => inPeriod(sql.ref('m.since'), period, today) },
})
