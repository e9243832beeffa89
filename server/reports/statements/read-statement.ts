import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor, type Minor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { checkPeriod, statementSums, type StatementSums, type WalletSum } from '@remis/domain/reports/statement'
import type { Statement, StatementDriver, StatementLine, statementsApi } from '@remis/domain/reports/statements-api'
import { nowMs } from '../../platform/database/db-clock.ts'
import { readPage } from '../../platform/database/list-page.ts'
import type { Person, UseCase } from '../../platform/http/use-case.ts'
import { amountsIn } from '../amounts-in.ts'
import { currentEarnings, type ReportDeps } from '../keep-earnings.ts'
import { findDay } from '../../wallet/ledger/trial-balance.ts'
import {
  findOpenings,
  findOwner,
  lineList,
  linesOf,
  listDriversOf,
  listFormerDriversOf,
  sumTrips,
  sumWallets,
  type Days,
  type FleetOf,
  type LineRow,
  type Owner,
  type Period,
} from './statement-store.ts'

const dayMs = 86_400_000

/** Lines on the page; the file has all. */
const mostLines = 2000

/** A statement to read, and what its reader may see of it. */
export interface StatementOf {
  readonly owner: Owner
  readonly days: Days
  readonly period: Period
  readonly timezone: string
  readonly currency: string
  readonly major: (minor: Minor) => number
  /** a fleet admin sees the postings of bookings for their fleet only; null: all */
  readonly fleet: string | null
}

/** Throws 422 for a period out of order or above a year, 404 for a person without a statement. */
export const findStatement = async (app: ReportDeps, id: string, days: Days, who: Person): Promise<StatementOf> => {
  const fault = checkPeriod((Date.parse(days.until) - Date.parse(days.from)) / dayMs + 1)
  if (fault !== null) throw new AppError(422, fault, { fields: { until: fault } })
  const owner = await findOwner(app.db.lists, id)
  if (owner === undefined) throw new AppError(404, 'not_found')
  const { timezone, code } = await app.settings.current()
  const first = await findDay(app.db.lists, days.from, timezone)
  const last = await findDay(app.db.lists, days.until, timezone)
  return {
    owner,
    days,
    period: { since: first.since, until: last.until },
    timezone,
    currency: code,
    major: (minor) => toMajor(minor, exponentOf(code)),
    fleet: who.role === 'fleetadmin' ? who.id : null,
  }
}

type Sums = StatementSums & Pick<StatementDriver, 'rides' | 'tripCost' | 'convenienceFee'>

/** The sums of wallets, in minor units, by holder. */
const sumsOf = async (
  app: ReportDeps,
  holders: readonly string[],
  period: Period,
  fleet: FleetOf,
): Promise<Map<string, Sums>> => {
  // a fleet admin sees no balance [design/people-10]
  const openings =
    fleet.only === null ? await findOpenings(app.db.lists, holders, period.since) : new Map<string, Minor>()
  const wallets = await sumWallets(app.db.lists, holders, period, fleet)
  const trips = await sumTrips(app.db.lists, holders, period, fleet.only ?? fleet.trips)
  const walletsOf = new Map<string, WalletSum[]>(holders.map((holder) => [holder, []]))
  for (const sum of wallets) walletsOf.get(sum.holder)?.push(sum)
  const tripsOf = new Map(trips.map((trip) => [trip.driver, trip]))
  return new Map(
    holders.map((holder) => {
      const { rides = 0, tripCost = 0, convenienceFee = 0 } = tripsOf.get(holder) ?? {}
      return [
        holder,
        { rides, tripCost, convenienceFee, ...statementSums(walletsOf.get(holder) ?? [], openings.get(holder) ?? 0) },
      ]
    }),
  )
}

const noSums: Sums = { rides: 0, tripCost: 0, convenienceFee: 0, ...statementSums([], 0) }

const added = (all: readonly Sums[]): Sums =>
  all.reduce(
    (total, one) =>
      Object.fromEntries(
        Object.entries(total).map(([name, amount]) => [name, amount + one[name as keyof Sums]]),
      ) as unknown as Sums,
    noSums,
  )

/** In major units. To a fleet admin a wallet has no balance [design/people-10]. */
const inMajor = (
  { rides, ...amounts }: Sums,
  { major, fleet }: StatementOf,
): Omit<StatementDriver, 'id' | 'name' | 'current'> => ({
  rides,
  ...amountsIn(amounts, major),
  ...(fleet === null ? {} : { opening: null, closing: null }),
})

/** A line in major units. */
export const viewLine = (row: LineRow, opening: Minor, { major, fleet }: StatementOf): StatementLine => {
  const trip = row.kind === 'settlement' && !row.as_rider
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    bookingId: row.booking,
    tripCost: trip ? major(row.trip_cost) : null,
    convenienceFee: trip ? major(row.convenience_fees) : null,
    share: trip ? major(row.credit) : null,
    cash: trip ? major(row.debit) : null,
    amount: major(row.amount),
    balance: fleet === null ? major(opening + row.moved) : null,
  }
}

/**
 * The sums of the fleet's drivers and of former drivers who earned for it in the period, minor units. Trips count for
 * the fleet that they were made for. A former driver's balance is not part of the fleet's, so where balances are shown,
 * `others` subtracts what the driver earned here.
 */
const fleetSums = async (app: ReportDeps, { owner, days, period, fleet }: StatementOf) => {
  const { generation } = await currentEarnings(app)
  const current = await listDriversOf(app.db.lists, owner.id)
  const former = await listFormerDriversOf(app.db.lists, owner.id, days, generation)
  const idsOf = (drivers: typeof current) => drivers.map(({ id }) => id)
  const sums = await sumsOf(app, idsOf(current), period, { only: fleet, trips: owner.id })
  const ofFormer = { only: owner.id, trips: owner.id, debts: fleet === null }
  const formerSums = await sumsOf(app, idsOf(former), period, ofFormer)
  const taken = ({ closing, ...rest }: Sums): Sums =>
    fleet === null ? { ...rest, others: rest.others - closing, closing: 0 } : { ...rest, closing }
  return [
    ...current.map((driver) => ({ ...driver, current: true, sums: sums.get(driver.id) ?? noSums })),
    ...former
      .map((driver) => ({ ...driver, current: false, sums: taken(formerSums.get(driver.id) ?? noSums) }))
      // a month's earnings may be outside the period
      .filter((driver) => Object.values(driver.sums).some((amount) => amount !== 0)),
  ]
}

type FleetSums = Awaited<ReturnType<typeof fleetSums>>

const driversIn = (all: FleetSums, of: StatementOf): StatementDriver[] =>
  all.map(({ id, name, current, sums }) => ({ id, name, current, ...inMajor(sums, of) }))

/** The drivers of a fleet in major units. */
export const viewDrivers = async (app: ReportDeps, of: StatementOf): Promise<StatementDriver[]> =>
  driversIn(await fleetSums(app, of), of)

/** The opening balance of a driver's wallet, minor units. */
export const findOpening = async (app: ReportDeps, { owner, period, fleet }: StatementOf): Promise<Minor> =>
  fleet === null ? ((await findOpenings(app.db.lists, [owner.id], period.since)).get(owner.id) ?? 0) : 0

const view = async (app: ReportDeps, of: StatementOf): Promise<Statement> => {
  const { owner, days, timezone, currency } = of
  const about = { of: owner, ...days, timezone, currency, at: await nowMs(app.db.lists) }
  if (owner.usertype === 'fleetadmin') {
    const drivers = await fleetSums(app, of)
    return {
      ...about,
      totals: inMajor(added(drivers.map(({ sums }) => sums)), of),
      lines: [],
      more: false,
      drivers: driversIn(drivers, of),
    }
  }
  const sums = (await sumsOf(app, [owner.id], of.period, { only: of.fleet, trips: null })).get(owner.id) ?? noSums
  const page = { usual: mostLines, most: mostLines }
  const { rows, next } = await readPage(lineList, linesOf(app.db.lists, owner.id, of.period, of.fleet), {}, page)
  return {
    ...about,
    totals: inMajor(sums, of),
    lines: rows.map((row) => viewLine(row, sums.opening, of)),
    more: next !== null,
    drivers: [],
  }
}

/** The caller's statement: a driver or a fleet admin [design/money-65]. */
export const readOwnStatement: UseCase<ReportDeps, typeof statementsApi.own> = async (app, { who, query }) => ({
  statement: await view(app, await findStatement(app, who.id, query, who)),
})

/** The statement of a driver or of a fleet, for the office. */
export const readStatementOf: UseCase<ReportDeps, typeof statementsApi.of> = async (app, { who, params, query }) => ({
  statement: await view(app, await findStatement(app, params.id, query, who)),
})
