import { mostWaiting } from '@remis/domain/dashboard/dashboard-routes'
import { busyStatuses, pickupStatuses } from '@remis/domain/booking/statuses'
import type { ChartSpan, dashboardApi, DashboardCar } from '@remis/domain/dashboard/dashboard-api'
import { hidesRider, initialsOf } from '@remis/domain/privacy/rider-after-trip'
import { isDemo, type SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Person, Platform, UseCase } from '../platform/http/use-case.ts'
import { countDriversToApprove } from '../people/office/list-people.ts'
import { countReviews } from '../payments/review/list-reviews.ts'
import { countAlerts } from '../safety/manage-alerts.ts'
import { countPayableWithdrawals } from '../wallet/list-withdrawals.ts'
import { countWaitingCredits } from '../wallet/office/credits.ts'
import { earningsBySpan, grossEarnings } from '../reports/gross-earnings.ts'
import {
  countNow,
  countUnassigned,
  listAttention,
  listCars,
  sumSpans,
  type CarRow,
  type Fleet,
  type SpanRow,
} from './dashboard-store.ts'

export interface DashboardDeps extends Platform {
  readonly settings: SettingsCache
}

/** Rows of one answer. */
const mostAttention = 50
const mostCars = 1000

const fleetOf = ({ role, id }: Person): Fleet => (role === 'admin' ? null : id)

/** What waits for an admin. */
const countForAdmins = async (app: DashboardDeps) => {
  const [drivers, withdrawals, credits, payments, safety] = await Promise.all([
    countDriversToApprove(app, mostWaiting),
    countPayableWithdrawals(app, mostWaiting),
    countWaitingCredits(app, mostWaiting),
    countReviews(app, mostWaiting),
    countAlerts(app, mostWaiting),
  ])
  return { drivers, withdrawals, credits, payments, safety }
}

/** The numbers of the menu: what waits for the reader [design/web-114]. */
export const readCounts: UseCase<DashboardDeps, typeof dashboardApi.counts> = async (app, { who }) => {
  const fleet = fleetOf(who)
  const { autoDispatch } = await app.settings.current()
  const [attention, unassigned, waiting] = await Promise.all([
    listAttention(app.db.request, fleet, autoDispatch, mostWaiting),
    fleet === null ? countUnassigned(app.db.request, mostWaiting) : undefined,
    fleet === null ? countForAdmins(app) : undefined,
  ])
  return { alerts: attention.length, ...(unassigned === undefined ? {} : { unassigned }), ...waiting }
}

/** What happens now, for everything or one fleet [design/dashboard-1]. */
export const readDashboard: UseCase<DashboardDeps, typeof dashboardApi.now> = async (app, { who }) => {
  const fleet = fleetOf(who)
  const { autoDispatch } = await app.settings.current()
  const calls = fleet === null && !(await isDemo(app))
  const [now, earnings, { online, busy, ...bookings }, attention, waiting] = await Promise.all([
    nowMs(app.db.request),
    grossEarnings(app, fleet),
    countNow(app.db.request, fleet),
    listAttention(app.db.request, fleet, autoDispatch, mostAttention + 1),
    fleet === null ? countForAdmins(app) : undefined,
  ])
  return {
    now,
    earnings,
    drivers: { online, busy, free: online - busy },
    bookings,
    attention: attention.slice(0, mostAttention).map((row) => ({
      kind: row.kind,
      bookingId: row.id,
      status: row.status,
      // [design/access-90]: an unpaid trip is listed longer than a fleet admin sees its rider
      customer: hidesRider(row, who.role, now) ? initialsOf(row.customer_name) : row.customer_name,
      driver: row.driver_name,
      driverContact: calls ? row.driver_contact : null,
      since: row.since,
    })),
    more: attention.length > mostAttention,
    ...(waiting === undefined ? {} : { waiting }),
  }
}

const viewCar = ({ car_type, booking, status, ...row }: CarRow): DashboardCar => ({
  id: row.id,
  name: row.name,
  vehicle_number: row.vehicle_number,
  carType: car_type,
  image: row.image,
  state:
    status === null || !busyStatuses.includes(status) ? 'free' : pickupStatuses.includes(status) ? 'pickup' : 'trip',
  bookingId: booking,
  lat: row.lat,
  lng: row.lng,
  heading: row.heading,
  at: row.at,
})

/** The cars on the map; a part of the map needs all four of its sides [reports-4]. */
export const readCars: UseCase<DashboardDeps, typeof dashboardApi.cars> = async (app, { query, who }) => {
  const { north, south, east, west } = query
  const box =
    north === undefined || south === undefined || east === undefined || west === undefined
      ? null
      : { north, south, east, west }
  const [now, rows] = await Promise.all([
    nowMs(app.db.request),
    listCars(app.db.request, fleetOf(who), box, mostCars + 1),
  ])
  return { now, rows: rows.slice(0, mostCars).map(viewCar), more: rows.length > mostCars }
}

const viewSpan =
  (earned: ReadonlyMap<number, number>) =>
  ({ wait_seconds, ...row }: SpanRow): ChartSpan => ({
    ...row,
    waitSeconds: wait_seconds,
    earned: earned.get(row.from) ?? 0,
  })

/** Charts are read again after this time: their spans are hours. ms */
const chartsFreshMs = 60_000

interface Charts {
  readonly timezone: string
  readonly hours: ChartSpan[]
  readonly days: ChartSpan[]
}

/** The last charts of each database, by fleet. Dashboards that ask at the same time share one read. */
const held = new WeakMap<object, Map<string, { readonly at: number; readonly charts: Promise<Charts> }>>()

const chartHours = 24
const chartDays = 14

const sumCharts = async (app: DashboardDeps, fleet: Fleet, timezone: string): Promise<Charts> => {
  const [hours, days] = await Promise.all([
    sumSpans(app.db.lists, fleet, 'hour', chartHours, timezone),
    sumSpans(app.db.lists, fleet, 'day', chartDays, timezone),
  ])
  const earned = await earningsBySpan(app, fleet, { firstHour: hours[0]!.from, days: chartDays })
  return { timezone, hours: hours.map(viewSpan(earned.hours)), days: days.map(viewSpan(earned.days)) }
}

/** Bookings and waiting times by hour and day, at most a minute old [design/dashboard-8]. */
export const readCharts: UseCase<DashboardDeps, typeof dashboardApi.charts> = async (app, { who }) => {
  const fleet = fleetOf(who)
  const { timezone } = await app.settings.current()
  const byFleet = held.get(app.db) ?? new Map<string, { at: number; charts: Promise<Charts> }>()
  held.set(app.db, byFleet)
  const key = `${timezone} ${fleet ?? ''}`
  const known = byFleet.get(key)
  if (known !== undefined && performance.now() - known.at < chartsFreshMs) return known.charts
  // Fleets and zones without requests are forgotten.
  for (const [name, { at }] of byFleet) if (performance.now() - at >= chartsFreshMs) byFleet.delete(name)
  const charts = sumCharts(app, fleet, timezone)
  byFleet.set(key, { at: performance.now(), charts })
  charts.catch(() => byFleet.delete(key))
  return charts
}
