import { dayAt, monthName } from '@remis/domain/kit/calendar-day'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { DriverEarning, EarningReport, ListedDriverEarning, reportsApi } from '@remis/domain/reports/reports-api'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { nowMs } from '../platform/database/db-clock.ts'
import { columnsNamed, exportList, readViews } from '../platform/http/export-list.ts'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import {
  driverMonthList,
  driverMonths,
  monthSums,
  platformMonthList,
  platformMonths,
  sumDriverMonths,
  type DriverMonth,
  type PlatformMonth,
} from './earnings-store.ts'
import { currentEarnings, type ReportDeps } from './keep-earnings.ts'

/** `since`: YYYY-MM-DD, the first day of the month. */
const monthOf = (since: string, locale: string = fallbackLanguage.code) => {
  const month = { year: Number(since.slice(0, 4)), month: Number(since.slice(5, 7)) }
  return { ...month, monthsName: monthName(month, locale) }
}

const firstDayOf = ({ year, month }: DriverEarning): string => `${year}-${String(month).padStart(2, '0')}-01`

const setUp = async (app: ReportDeps) => {
  const { generation, timezone } = await currentEarnings(app)
  const { code } = await app.settings.current()
  const exponent = exponentOf(code)
  const today = dayAt(await nowMs(app.db.lists), timezone)
  return { generation, today, code, major: (minor: number) => toMajor(minor, exponent) }
}

/** Titles of the columns on the screen. */
const titles = {
  year: 'report_year',
  monthsName: 'report_month',
  driverName: 'report_driver',
  total_rides: 'report_rides',
  driverVehicleNo: 'report_vehicle',
  driverShare: 'report_driver_share',
  tripCost: 'report_trip_cost',
  rideCost: 'report_ride_cost',
  convenienceFee: 'report_fee',
  discountAmount: 'report_discount',
  profit: 'report_profit',
} as const

const driverTable = async (app: ReportDeps, who: Person) => {
  const { generation, today, code, major } = await setUp(app)
  const fleet = who.role === 'fleetadmin' ? who.id : null
  const sums = monthSums(app.db.lists, generation, fleet)
  return {
    name: 'driver-earnings',
    list: driverMonthList(today, fleet),
    sums,
    base: driverMonths(sums, fleet),
    view: (rows: readonly DriverMonth[], locale?: string): DriverEarning[] =>
      rows.map((row) => ({
        id: String(row.id),
        ...monthOf(row.since, locale),
        driver: row.driver,
        driverName: row.name,
        total_rides: row.rides,
        driverVehicleNo: row.vehicle,
        driverShare: major(row.share),
        currency: code,
      })),
    columns: columnsNamed('year', 'monthsName', 'driverName', 'total_rides', 'driverVehicleNo', 'driverShare'),
    titles,
    major,
  }
}

/**
 * The earnings of drivers by month [reports-6]; a fleet admin sees the earnings of trips for their fleet. A month
 * has more rows than a page: each row has its month's sums [design/web-62].
 */
export const listDriverEarnings: UseCase<ReportDeps, typeof reportsApi.driverEarnings> = async (
  app,
  { query, who },
) => {
  const { major, ...table } = await driverTable(app, who)
  const { rows, ...page } = await readViews(app, query, table)
  const months = [...new Set(rows.map(firstDayOf))]
  const sums = await sumDriverMonths(table.sums, table.list, query, months)
  const byMonth = new Map(
    sums.map(({ since, rows: count, rides, share }) => [
      since,
      { rows: count, total_rides: rides, driverShare: major(share) },
    ]),
  )
  const view = (row: DriverEarning): ListedDriverEarning => ({
    ...row,
    // the sums were read later: a month may have lost its last row since
    ofMonth: byMonth.get(firstDayOf(row)) ?? { rows: 1, total_rides: row.total_rides, driverShare: row.driverShare },
  })
  return { ...page, rows: rows.map(view) }
}

export const exportDriverEarnings: UseCase<ReportDeps, typeof reportsApi.exportDriverEarnings> = async (app, call) =>
  exportList(app, call, await driverTable(app, call.who))

const platformTable = async (app: ReportDeps) => {
  const { generation, today, code, major } = await setUp(app)
  return {
    name: 'earning-reports',
    list: platformMonthList(today),
    base: platformMonths(app.db.lists, generation),
    view: (rows: readonly PlatformMonth[], locale?: string): EarningReport[] =>
      rows.map((row) => ({
        id: row.since,
        ...monthOf(row.since, locale),
        total_rides: row.rides,
        tripCost: major(row.ride_share + row.fees),
        rideCost: major(row.ride_share),
        convenienceFee: major(row.fees),
        discountAmount: major(row.discounts),
        profit: major(row.fees - row.discounts),
        currency: code,
      })),
    columns: {
      ...columnsNamed('year', 'monthsName', 'total_rides', 'tripCost', 'rideCost', 'convenienceFee'),
      ...columnsNamed('discountAmount', 'profit'),
    },
    titles,
  }
}

/** The months of the platform [reports-8]. */
export const listEarnings: UseCase<ReportDeps, typeof reportsApi.earnings> = async (app, { query }) =>
  readViews(app, query, await platformTable(app))

export const exportEarnings: UseCase<ReportDeps, typeof reportsApi.exportEarnings> = async (app, call) =>
  exportList(app, call, await platformTable(app))
