import { dayCloseApi } from '@remis/domain/reports/day-close-api'
import { reportsApi } from '@remis/domain/reports/reports-api'
import { statementsApi } from '@remis/domain/reports/statements-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { closeDay } from './day-close/close-day.ts'
import { exportDay } from './day-close/export-day.ts'
import { listCloses, listOpenDays, readDay } from './day-close/read-day.ts'
import { keepEarnings, type ReportDeps } from './keep-earnings.ts'
import { exportDriverEarnings, exportEarnings, listDriverEarnings, listEarnings } from './list-earnings.ts'
import { exportOwnStatement, exportStatementOf } from './statements/export-statement.ts'
import { readOwnStatement, readStatementOf } from './statements/read-statement.ts'

export const reports: Feature<ReportDeps> = {
  endpoints: [
    ...serve<ReportDeps, typeof reportsApi>(reportsApi, {
      driverEarnings: listDriverEarnings,
      exportDriverEarnings,
      earnings: listEarnings,
      exportEarnings,
    }),
    ...serve<ReportDeps, typeof dayCloseApi>(dayCloseApi, {
      list: listCloses,
      open: listOpenDays,
      close: closeDay,
      day: readDay,
      exportDay,
    }),
    ...serve<ReportDeps, typeof statementsApi>(statementsApi, {
      own: readOwnStatement,
      exportOwn: exportOwnStatement,
      of: readStatementOf,
      exportOf: exportStatementOf,
    }),
  ],
  sweeps: (app) => ({ earnings: { everyMs: 5000, run: () => keepEarnings(app) } }),
}
