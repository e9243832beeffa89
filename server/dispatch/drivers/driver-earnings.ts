import type { EarningSums, earningsApi } from '@remis/domain/dispatch/earnings-api'
import { dropArea } from '@remis/domain/dispatch/view-offer'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { hidesRider } from '@remis/domain/privacy/rider-after-trip'
import type { SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { readPage } from '../../platform/database/list-page.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { earnedTripList, earnedTripsOf, selectBars, type EarnedRow } from './earnings-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

export const sumOf = (rows: readonly EarnedRow[]): EarnedRow =>
  rows.reduce(
    (sum, row) => ({
      trips: sum.trips + row.trips,
      riderPaid: sum.riderPaid + row.riderPaid,
      fees: sum.fees + row.fees,
      earned: sum.earned + row.earned,
    }),
    { trips: 0, riderPaid: 0, fees: 0, earned: 0 },
  )

/**
 * The driver's earnings of today, this week (from Monday) or this month, by settlement time in the operator's zone: a
 * trip counts on the day it was paid, a correction of its fare on the day it was made [design/money-32].
 */
export const driverEarnings: UseCase<Deps, typeof earningsApi.mine> = async (app, { who, query }) => {
  const { lists } = app.db
  const { timezone, code } = await app.settings.current()
  const period = query.period ?? 'today'
  const bars = await selectBars(lists, who.id, period, timezone)
  const base = earnedTripsOf(lists, who.id, period, timezone)
  const [{ rows: trips, next }, now] = await Promise.all([
    readPage(earnedTripList, base, query, app.config.limits.pageRows),
    nowMs(lists),
  ])
  const exponent = exponentOf(code)
  const shown = <T extends Omit<EarnedRow, 'trips'>>(row: T) => ({
    riderPaid: toMajor(row.riderPaid, exponent),
    fees: toMajor(row.fees, exponent),
    earned: toMajor(row.earned, exponent),
  })
  const sums = (row: EarnedRow): EarningSums => ({ trips: row.trips, ...shown(row) })
  return {
    period,
    from: bars[0]?.from ?? 0,
    until: bars.at(-1)?.until ?? 0,
    timezone,
    currency: code,
    totals: sums(sumOf(bars)),
    bars: bars.map((bar) => ({ from: bar.from, until: bar.until, ...sums(bar) })),
    trips: trips.map((trip) => ({
      bookingId: trip.bookingId,
      kind: trip.kind,
      at: trip.at,
      ...(hidesRider(trip, who.role, now)
        ? { pickup: dropArea(trip.pickup), drop: dropArea(trip.drop) }
        : { pickup: trip.pickup, drop: trip.drop }),
      payment_mode: trip.payment_mode,
      ...shown(trip),
    })),
    next,
  }
}
