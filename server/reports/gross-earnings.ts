import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { listFeesByDay, listFeesByHour, sumFees, type FeeSums } from './earnings-store.ts'
import { currentEarnings, type ReportDeps } from './keep-earnings.ts'

/** The cards of the dashboard: all convenience fees in major units, equal to the ledger ([reports-2], [reports-3]). */
export const grossEarnings = async (app: ReportDeps, fleet: string | null): Promise<FeeSums> => {
  const { code } = await app.settings.current()
  const sums = await sumFees(app.db.lists, await currentEarnings(app), fleet)
  const major = (minor: number) => toMajor(minor, exponentOf(code))
  return { today: major(sums.today), month: major(sums.month), total: major(sums.total) }
}

/**
 * The same fees by the begin (ms) of their day, or of their hour since `firstHour` (ms), in major units: charts and
 * cards agree.
 */
export const earningsBySpan = async (
  app: ReportDeps,
  fleet: string | null,
  { firstHour, days }: { readonly firstHour: number; readonly days: number },
) => {
  const { code } = await app.settings.current()
  const state = await currentEarnings(app)
  const [byHour, byDay] = await Promise.all([
    listFeesByHour(app.db.lists, firstHour, fleet),
    listFeesByDay(app.db.lists, state, fleet, days),
  ])
  const bySpan = (rows: typeof byDay) =>
    new Map(rows.map(({ since, fees }) => [since, toMajor(fees, exponentOf(code))]))
  return { hours: bySpan(byHour), days: bySpan(byDay) }
}
