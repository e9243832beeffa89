import { reportsApi } from '@remis/domain/reports/reports-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { keepEarnings, type ReportDeps } from './keep-earnings.ts'
import { exportDriverEarnings, exportEarnings, listDriverEarnings, listEarnings } from './list-earnings.ts'

export const reports: Feature<ReportDeps> = {
  endpoints: serve<ReportDeps, typeof reportsApi>(reportsApi, {
    driverEarnings: listDriverEarnings,
    exportDriverEarnings,
    earnings: listEarnings,
    exportEarnings,
  }),
  sweeps: (app) => ({ earnings: { everyMs: 5000, run: () => keepEarnings(app) } }),
}
