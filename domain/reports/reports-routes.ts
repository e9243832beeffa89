import { type Calls, type Routes } from '../kit/endpoint.ts'
import type { reportsApi } from './reports-api.ts'

export const reportsRoutes = {
  driverEarnings: { method: 'GET', path: '/api/reports/driver-earnings', roles: ['fleetadmin', 'admin'] },
  exportDriverEarnings: {
    method: 'GET',
    path: '/api/reports/driver-earnings/export',
    roles: ['fleetadmin', 'admin'],
  },
  earnings: { method: 'GET', path: '/api/reports/earnings', roles: ['admin'] },
  exportEarnings: { method: 'GET', path: '/api/reports/earnings/export', roles: ['admin'] },
} as const satisfies Routes
export const reportsCalls: Calls<typeof reportsApi> = reportsRoutes

export const driverEarningSorts = ['month', 'driverName', 'total_rides', 'driverShare'] as const
export const earningReportSorts = ['month'] as const
export const reportPeriods = ['this_month', 'last_month', 'this_year', 'last_year'] as const
