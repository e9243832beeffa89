import type { Settings } from '@remis/domain/backoffice/settings'
import { addDays, dayAt } from '@remis/domain/kit/calendar-day'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor, type Minor } from '@remis/domain/kit/money'
import { differencesOf, movesOf, type DayRecords } from '@remis/domain/reports/day-close'
import type { ClosedDay, dayCloseApi, DayTotals } from '@remis/domain/reports/day-close-api'
import { balancesAfter, movementsOf, type AccountAmounts, type PostingSum } from '@remis/domain/wallet/trial-balance'
import type { Kysely } from 'kysely'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { readViews } from '../../platform/http/export-list.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { amountsIn } from '../amounts-in.ts'
import type { ReportDeps } from '../keep-earnings.ts'
import { findBalances, findDay, findPostings } from '../../wallet/ledger/trial-balance.ts'
import {
  closeList,
  closes,
  findClose,
  findFirstClose,
  findFirstPosting,
  findLastClose,
  findRecords,
  type DayCloseRow,
} from './day-close-store.ts'

const dayMs = 86_400_000
/** Days that are not closed and are named one by one. */
const namedDays = 62

/**
 * The day after the last closed one. A new time zone moves the beginning of days: the next day begins where the last
 * one ended, so that no posting is in two days or in none [design/money-64].
 */
export const dayAfter = ({ day, until }: Pick<DayCloseRow, 'day' | 'until'>, timezone: string): string => {
  const [next, begun] = [addDays(day, 1), dayAt(until, timezone)]
  return begun > next ? begun : next
}

/** The books of a day, in minor units. */
export interface DayBooks {
  readonly since: number
  readonly until: number
  readonly timezone: string
  readonly currency: string
  readonly recorded: DayRecords
  readonly postings: readonly PostingSum[]
  readonly opening: AccountAmounts
  readonly closing: AccountAmounts
}

/** The opening balances of a first close, just before a moment in ms. */
interface FirstOpening {
  readonly at: number
  readonly balances: AccountAmounts
}

/**
 * The opening balances of a first close, which add up the whole ledger before the day; null where a close is before it,
 * or the day is not over. A day that is over began hours ago: no posting of the time before it is still open.
 */
export const readFirstOpening = async (
  app: ReportDeps,
  day: string,
  timezone: string,
): Promise<FirstOpening | null> => {
  const db = app.db.lists
  if ((await findLastClose(db)) !== undefined || day >= dayAt(await nowMs(db), timezone)) return null
  const { since: at } = await findDay(db, day, timezone)
  return { at, balances: await findBalances(app.db, at) }
}

interface BooksOf {
  readonly last: DayCloseRow | undefined
  readonly settings: Pick<Settings, 'timezone' | 'code'>
  /** as it was read before */
  readonly firstOpening?: FirstOpening | null
}

/** Reads the books of a day that is not closed; the day after a closed one begins where that ended. */
export const readBooks = async (
  app: ReportDeps,
  db: Kysely<Tables>,
  day: string,
  { last, settings: { timezone, code }, firstOpening = null }: BooksOf,
): Promise<DayBooks> => {
  const own = await findDay(db, day, timezone)
  const follows = last !== undefined && dayAfter(last, timezone) === day
  const period = { since: follows ? last.until : own.since, until: own.until }
  const recorded = await findRecords(db, period)
  const postings = await findPostings(db, period)
  const opening = follows
    ? last.closing
    : firstOpening?.at === period.since
      ? firstOpening.balances
      : await findBalances(app.db, period.since)
  return { ...period, timezone, currency: code, recorded, postings, opening, closing: balancesAfter(opening, postings) }
}

/** The totals of a day in major units. */
export const viewDay = (
  day: string,
  books: DayBooks,
  { state, closed }: Pick<DayTotals, 'state' | 'closed'>,
): DayTotals => {
  const major = (minor: Minor) => toMajor(minor, exponentOf(books.currency))
  const { rides, payouts: _payouts, refunds: _refunds, ...amounts } = books.recorded
  return {
    day,
    since: books.since,
    until: books.until,
    timezone: books.timezone,
    currency: books.currency,
    state,
    closed,
    trips: { rides, ...amountsIn(amounts, major) },
    moves: amountsIn(movesOf(books.postings), major),
    accounts: movementsOf(books.opening, books.postings).map(({ account, ...sums }) => ({
      account,
      ...amountsIn(sums, major),
    })),
    differences: differencesOf(books.recorded, books.postings).map(({ check, recorded, posted }) => ({
      check,
      recorded: major(recorded),
      posted: major(posted),
    })),
  }
}

export const viewClosed = (row: DayCloseRow): DayTotals =>
  viewDay(row.day, row, { state: 'closed', closed: { at: row.closed_at, by: row.by, hash: row.hash } })

/** The totals of a day: as it was closed, or as the ledger says now. */
export const readTotals = async (app: ReportDeps, day: string): Promise<DayTotals> => {
  const db = app.db.lists
  const row = await findClose(db, day)
  if (row !== undefined) return viewClosed(row)
  const settings = await app.settings.current()
  const { timezone } = settings
  const last = await findLastClose(db)
  const today = dayAt(await nowMs(db), timezone)
  const next = last === undefined ? null : dayAfter(last, timezone)
  const stateOf = (): DayTotals['state'] => {
    if (day >= today) return 'running'
    if (next === null || day === next) return 'next'
    return day < next ? 'early' : 'later'
  }
  return viewDay(day, await readBooks(app, db, day, { last, settings }), { state: stateOf(), closed: null })
}

export const readDay: UseCase<ReportDeps, typeof dayCloseApi.day> = async (app, { query }) => ({
  day: await readTotals(app, query.day),
})

/** The days that are over and not closed, from the first closed day or the first posting on. */
export const listOpenDays: UseCase<ReportDeps, typeof dayCloseApi.open> = async (app) => {
  const db = app.db.lists
  const { timezone } = await app.settings.current()
  const today = dayAt(await nowMs(db), timezone)
  const last = await findLastClose(db)
  const firstPosting = await findFirstPosting(db)
  const begin =
    last !== undefined ? dayAfter(last, timezone) : firstPosting === null ? today : dayAt(firstPosting, timezone)
  const count = Math.max(0, (Date.parse(today) - Date.parse(begin)) / dayMs)
  const days = Array.from({ length: Math.min(count, namedDays) }, (_, index) => addDays(begin, index))
  const first = (await findFirstClose(db)) === undefined
  return { today, next: days[0] ?? null, days, count, first }
}

export const listCloses: UseCase<ReportDeps, typeof dayCloseApi.list> = async (app, { query }) =>
  readViews(app, query, {
    list: closeList,
    base: closes(app.db.lists),
    view: (rows: readonly DayCloseRow[]): ClosedDay[] =>
      rows.map((row) => {
        const { trips, moves } = viewClosed(row)
        return {
          day: row.day,
          closedAt: row.closed_at,
          closedBy: row.by,
          currency: row.currency,
          rides: trips.rides,
          tripCost: trips.tripCost,
          convenienceFee: trips.convenienceFee,
          payouts: moves.payouts,
          hash: row.hash,
        }
      }),
  })
