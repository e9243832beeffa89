import type { Minor } from '@remis/domain/kit/money'
import type { WalletSum } from '@remis/domain/reports/statement'
import type { PostingKind } from '@remis/domain/wallet/ledger-entry'
import { sql, type Kysely } from 'kysely'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import { orderedName } from '../../platform/database/search-words.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { moment } from '../../wallet/ledger/trial-balance.ts'

/** ms since 1970, `until` exclusive. */
export interface Period {
  readonly since: number
  readonly until: number
}

export interface Owner {
  readonly id: string
  readonly name: string
  readonly usertype: 'driver' | 'fleetadmin'
}

const name = fullName('u')

/** A driver or a fleet admin; archived ones too. */
export const findOwner = async (db: Kysely<Tables>, id: string): Promise<Owner | undefined> => {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.usertype', name.as('name')])
    .where('u.id', '=', id)
    .where('u.usertype', 'in', ['driver', 'fleetadmin'])
    .executeTakeFirst()
  return row && { id: row.id, name: row.name, usertype: row.usertype === 'driver' ? 'driver' : 'fleetadmin' }
}

/** The drivers of a fleet now, by name; archived ones too, since their wallets may hold money. */
export const listDriversOf = (db: Kysely<Tables>, fleet: string) =>
  db
    .selectFrom('users as u')
    .select(['u.id', name.as('name')])
    .where('u.usertype', '=', 'driver')
    .where('u.fleetadmin', '=', fleet)
    .orderBy(orderedName('u'))
    .orderBy('u.id')
    .execute()

/** Days as YYYY-MM-DD, both included. */
export interface Days {
  readonly from: string
  readonly until: string
}

/**
 * Drivers with earnings for a fleet in the months of a period, who are not its drivers now, by name. The sums of the
 * earnings page name them, so no trip is read.
 */
export const listFormerDriversOf = (db: Kysely<Tables>, fleet: string, days: Days, generation: number) =>
  db
    .selectFrom('users as u')
    .select(['u.id', name.as('name')])
    .where('u.id', 'in', (earned) =>
      earned
        .selectFrom('earning_sums as s')
        .select(sql<string>`s.driver_id`.as('id'))
        .where('s.generation', '=', generation)
        .where('s.span', '=', 'month')
        .where('s.fleet_id', '=', fleet)
        .where(sql<boolean>`s.since between date_trunc('month', ${days.from}::date)::date and ${days.until}::date`),
    )
    .where((one) => one.or([one('u.usertype', '<>', 'driver'), one('u.fleetadmin', 'is distinct from', fleet)]))
    .orderBy(orderedName('u'))
    .orderBy('u.id')
    .execute()

type HolderSum = WalletSum & { readonly holder: string }

/** `only`: counts only bookings for this fleet; `trips`: counts all, with trips for other fleets as `elsewhere`. */
export interface FleetOf {
  readonly only: string | null
  readonly trips: string | null
  /** with earlier debts of riders, also if `only` is set */
  readonly debts?: boolean
}

/** Whether the holder of wallet entry `e` was the rider of booking `b`, not its driver [design/money-114]. */
const asRider = sql<boolean>`(b.id is not null and b.driver::text is distinct from e.holder)`

/**
 * Joins each posting `t` to its booking. For a fleet, keeps only postings of trips that the holder of the wallet drove
 * for it, and leaves out earlier debts of riders, which fleet admins may not see [design/money-94].
 */
const bookingsFor = (fleet: string | null, debts = false) =>
  fleet === null
    ? sql`left join bookings b on b.id = t.booking_id`
    : sql`join bookings b on b.id = t.booking_id and b.fleetadmin = ${fleet} and not ${asRider}
        ${debts ? sql`` : sql`and t.kind <> 'debt-cash'`}`

/**
 * Wallet balances before `since` (ms), in minor units, by holder: the current balances less the entries since then
 * [design/data-124].
 */
export const findOpenings = async (
  db: Kysely<Tables>,
  holders: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, Minor>> => {
  if (holders.length === 0) return new Map()
  const { rows } = await sql<{ holder: string; opening: Minor }>`
    select w.user_id as holder, (w.balance - coalesce(later.amount, 0))::bigint as opening
    from wallets w left join (
      select e.holder, sum(e.amount) as amount
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where e.account = 'wallet' and e.holder = any(${[...holders]}::text[]) and t.at >= ${moment(since)}
      group by e.holder) later on later.holder = w.user_id::text
    where w.user_id = any(${[...holders]}::uuid[])`.execute(db)
  return new Map(rows.map(({ holder, opening }) => [holder, opening]))
}

/** Sums of the wallet entries of the period, by wallet, kind and direction. */
export const sumWallets = async (
  db: Kysely<Tables>,
  holders: readonly string[],
  { since, until }: Period,
  { only, trips, debts }: FleetOf,
): Promise<readonly HolderSum[]> => {
  if (holders.length === 0) return []
  const { rows } = await sql<HolderSum>`
    select e.holder, t.kind, sum(e.amount)::bigint as amount,
      ${trips === null ? asRider : sql`b.id is not null and (b.fleetadmin is distinct from ${trips} or ${asRider})`} as elsewhere
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      ${bookingsFor(only, debts)}
    where e.account = 'wallet' and e.holder = any(${[...holders]}::text[])
      and t.at >= ${moment(since)} and t.at < ${moment(until)}
    group by e.holder, t.kind, elsewhere, e.amount > 0`.execute(db)
  return rows
}

export interface TripSum {
  readonly driver: string
  readonly rides: number
  readonly tripCost: number
  readonly convenienceFee: number
}

/** Trips of drivers that were settled in the period; `fleet`: only those for this fleet. */
export const sumTrips = async (
  db: Kysely<Tables>,
  drivers: readonly string[],
  { since, until }: Period,
  fleet: string | null,
): Promise<readonly TripSum[]> => {
  if (drivers.length === 0) return []
  const { rows } = await sql<TripSum>`
    select b.driver, count(*)::int as rides, sum(b.trip_cost)::bigint as "tripCost",
      sum(b.convenience_fees)::bigint as "convenienceFee"
    from bookings b join ledger_transactions t on t.booking_id = b.id and t.kind = 'settlement'
    where b.driver = any(${[...drivers]}::uuid[]) and t.at >= ${moment(since)} and t.at < ${moment(until)}
      and ${fleet === null ? sql`true` : sql`b.fleetadmin = ${fleet}`}
    group by b.driver`.execute(db)
  return rows
}

export interface LineRow {
  readonly id: string
  readonly at: number
  readonly kind: PostingKind
  readonly booking: string | null
  /** the holder of the wallet took the ride as a rider */
  readonly as_rider: boolean
  readonly trip_cost: number
  readonly convenience_fees: number
  readonly credit: number
  readonly debit: number
  readonly amount: number
  /** of the wallet after it, counted from the beginning of the period */
  readonly moved: number
}

/** The postings that changed a wallet in a period, one line each; `fleet`: only of its bookings. */
export const linesOf = (db: Kysely<Tables>, holder: string, { since, until }: Period, fleet: string | null) => {
  const lines = sql<LineRow>`(
    select t.id, t.at, t.kind, b.id as booking, ${asRider} as as_rider, coalesce(b.trip_cost, 0)::bigint as trip_cost,
      coalesce(b.convenience_fees, 0)::bigint as convenience_fees,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as credit,
      coalesce(sum(e.amount) filter (where e.amount < 0), 0)::bigint as debit, sum(e.amount)::bigint as amount,
      (sum(sum(e.amount)) over (order by t.at, t.id))::bigint as moved
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id ${bookingsFor(fleet)}
    where e.account = 'wallet' and e.holder = ${holder} and t.at >= ${moment(since)} and t.at < ${moment(until)}
    group by t.id, b.id, e.holder)`
  return db.selectFrom(lines.as('l')).selectAll('l')
}

export const lineList: ListTable<'at'> = {
  id: { by: sql.ref('l.id'), kind: 'uuid' },
  sorts: { at: { by: sql.ref('l.at'), kind: 'time' } },
  usual: { sort: 'at', direction: 'asc' },
}
