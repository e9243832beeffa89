import type { EarningSums, earningsApi } from '@remis/domain/dispatch/earnings-api'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { SettingsCache } from '../../backoffice/settings-cache.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { selectBars, selectEarnedTrips, type EarnedRow } from './earnings-store.ts'

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

const readCursor = (cursor: string | undefined): number | null => {
  if (cursor === undefined) return null
  const entry = /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0
  if (entry < 1) throw new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })
  return entry
}

/**
 * The driver's earnings of today, this week (from Monday) or this month, by settlement time in the operator's zone: a
 * trip counts on the day it was paid [design/money-32].
 */
export const driverEarnings: UseCase<Deps, typeof earningsApi.mine> = async (app, { who, query }) => {
  const { lists } = app.db
  const { timezone, code } = await app.settings.current()
  const { most, usual } = app.config.limits.pageRows
  const period = query.period ?? 'today'
  const limit = Math.min(query.limit ?? usual, most)
  const before = readCursor(query.cursor)
  const bars = await selectBars(lists, who.id, period, timezone)
  const found = await selectEarnedTrips(lists, who.id, { period, timezone, before, limit })
  const exponent = exponentOf(code)
  const shown = <T extends Omit<EarnedRow, 'trips'>>(row: T) => ({
    riderPaid: toMajor(row.riderPaid, exponent),
    fees: toMajor(row.fees, exponent),
    earned: toMajor(row.earned, exponent),
  })
  const sums = (row: EarnedRow): EarningSums => ({ trips: row.trips, ...shown(row) })
  const trips = found.slice(0, limit)
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
      kind: trip.kind === 'settlement' ? 'trip' : 'cancellation',
      at: trip.at,
      pickup: trip.pickup,
      drop: trip.drop,
      payment_mode: trip.payment_mode,
      ...shown(trip),
    })),
    next: found.length > limit ? String(trips.at(-1)?.entry) : null,
  }
}
