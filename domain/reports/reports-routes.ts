import { type Calls, type Routes } from '../kit/endpoint.ts'
import type { dayCloseApi } from './day-close-api.ts'
import type { reportsApi } from './reports-api.ts'
import type { statementsApi } from './statements-api.ts'

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

export const dayCloseRoutes = {
  list: { method: 'GET', path: '/api/day-closes', roles: ['admin'] },
  open: { method: 'GET', path: '/api/day-closes/open', roles: ['admin'] },
  close: { method: 'POST', path: '/api/day-closes', roles: ['admin'], idempotent: true },
  day: { method: 'GET', path: '/api/days', roles: ['admin'] },
  exportDay: { method: 'GET', path: '/api/days/export', roles: ['admin'] },
} as const satisfies Routes
export const dayCloseCalls: Calls<typeof dayCloseApi> = dayCloseRoutes

export const dayCloseSorts = ['day'] as const

/** Statements of the caller, and of a person: a driver or a fleet admin. */
export const statementsRoutes = {
  own: { method: 'GET', path: '/api/statement', roles: ['driver', 'fleetadmin'] },
  exportOwn: { method: 'GET', path: '/api/statement/export', roles: ['driver', 'fleetadmin'] },
  of: { method: 'GET', path: '/api/people/:id/statement', roles: ['fleetadmin', 'admin'] },
  exportOf: { method: 'GET', path: '/api/people/:id/statement/export', roles: ['fleetadmin', 'admin'] },
} as const satisfies Routes
export const statementsCalls: Calls<typeof statementsApi> = statementsRoutes
