import { dashboardApi } from '@remis/domain/dashboard/dashboard-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { readCars, readCharts, readCounts, readDashboard, type DashboardDeps } from './read-dashboard.ts'

export const dashboard: Feature<DashboardDeps> = {
  endpoints: [
    ...serve<DashboardDeps, typeof dashboardApi>(dashboardApi, {
      counts: readCounts,
      now: readDashboard,
      cars: readCars,
      charts: readCharts,
    }),
  ],
  views: () => ({ office: () => Promise.resolve({}) }),
}
