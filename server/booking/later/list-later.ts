import { overlappingTrips } from '@remis/domain/booking/later/overlapping'
import type { LaterBooking, laterApi } from '@remis/domain/booking/later/later-api'
import { dropArea } from '@remis/domain/dispatch/view-offer'
import type { Role } from '@remis/domain/kit/endpoint'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { selectDays, selectLater, selectLaterOfFleet, type LaterRow } from './later-store.ts'

/** Rows of one answer; a day is read alone where a week has more. */
const most = 1000
/** A trip of the day before may last until the first one of the day. ms */
const before = 24 * 3_600_000

const driversOf = ({ driver, driver_name, reserved }: LaterRow) =>
  driver === null ? reserved : [{ id: driver, name: driver_name ?? '' }]

const viewLater = (row: LaterRow, role: Role, overlaps: boolean): LaterBooking => {
  // as the reserved driver is shown the offer
  const asOffered = role !== 'admin' && row.status === 'NEW'
  return {
    id: row.id,
    status: row.status,
    tripdate: row.tripdate,
    carType: row.car_type,
    customer_name: asOffered ? (row.customer_name.split(' ')[0] ?? '') : row.customer_name,
    pickup: row.pickup_add,
    drop: asOffered ? dropArea(row.drop_add) : row.drop_add,
    estimateDistance: row.estimate_distance,
    estimateTime: row.estimate_time,
    driver: row.driver === null ? null : { id: row.driver, name: row.driver_name ?? '' },
    reserved: [...row.reserved],
    overlaps,
  }
}

/**
 * The calendar of bookings for later: all for an admin, the bookings of their drivers for a fleet admin [booking-72].
 */
export const listLater: UseCase<BookingDeps, typeof laterApi.list> = async (app, { query, who }) => {
  const { lists } = app.db
  const { timezone } = await app.settings.current()
  const days = await selectDays(lists, query.from, query.days ?? 7, timezone)
  const [from, until] = [days[0]?.from ?? 0, days.at(-1)?.until ?? 0]
  const select = (span: { from: number; until: number }, limit: number) =>
    who.role === 'admin' ? selectLater(lists, span, limit) : selectLaterOfFleet(lists, who.id, span, limit)
  const [now, found, earlier, later] = await Promise.all([
    nowMs(lists),
    select({ from, until }, most + 1),
    select({ from: from - before, until: from }, most),
    select({ from: until, until: until + before }, most),
  ])
  const rows = found.slice(0, most)
  const overlapping = overlappingTrips(
    [...earlier, ...rows, ...later].map((row) => ({
      id: row.id,
      tripdate: row.tripdate,
      estimateTime: row.estimate_time,
      drivers: driversOf(row),
    })),
  )
  return {
    timezone,
    now,
    days,
    rows: rows.map((row) => viewLater(row, who.role, overlapping.has(row.id))),
    more: found.length > most,
  }
}
