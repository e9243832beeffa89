import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { sumFees, type FeeSums } from './earnings-store.ts'
import { currentEarnings, type ReportDeps } from './keep-earnings.ts'

/** The cards of the dashboard: convenience fees of paid bookings in major units, equal to the ledger [reports-2]. */
export const grossEarnings = async (app: ReportDeps, fleet: string | null): Promise<FeeSums> => {
  const { code } = await app.settings.current()
  const sums = await sumFees(app.db.lists, await currentEarnings(app), fleet)
  const major = (minor: number) => toMajor(minor, exponentOf(code))
  return { today: major(sums.today), month: major(sums.month), total: major(sums.total) }
}
