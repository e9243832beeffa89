import type { dashboardApi } from './dashboard-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

/** An admin sees everything, a fleet admin its own drivers and their bookings [reports-1] [reports-4]. */
const office = ['fleetadmin', 'admin'] as const

export const dashboardRoutes = {
  counts: { method: 'GET', path: '/api/dashboard/counts', roles: office },
  now: { method: 'GET', path: '/api/dashboard', roles: office },
  cars: { method: 'GET', path: '/api/dashboard/cars', roles: office },
  charts: { method: 'GET', path: '/api/dashboard/charts', roles: office },
} as const satisfies Routes
export const dashboardCalls: Calls<typeof dashboardApi> = dashboardRoutes

/** How far the things that wait are counted. */
export const mostWaiting = 100
