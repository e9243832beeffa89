import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { nowMs } from '../platform/database/db-clock.ts'
import { operatorDay } from '../promos/operator-day.ts'
import { sumFees, type FeeSums } from './earnings-store.ts'
import { currentEarnings, type ReportDeps } from './keep-earnings.ts'

/** The cards of the dashboard: convenience fees of paid bookings in major units, equal to the ledger [reports-2]. */
export const grossEarnings = async (app: ReportDeps, fleet: string | null): Promise<FeeSums> => {
  const { generation, timezone } = await currentEarnings(app)
  const { code } = await app.settings.current()
  const today = operatorDay(await nowMs(app.db.lists), timezone)
  const sums = await sumFees(app.db.lists, generation, fleet, today)
  const major = (minor: number) => toMajor(minor, exponentOf(code))
  return { today: major(sums.today), month: major(sums.month), total: major(sums.total) }
}
