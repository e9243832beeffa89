import type { dispatchApi } from './dispatch-api.ts'
import type { assignApi } from './assign-api.ts'
import type { earningsApi } from './earnings-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

export const dispatchRoutes = {
  day: { method: 'GET', path: '/api/drivers/me/day', roles: ['driver'] },
  goOnline: { method: 'POST', path: '/api/drivers/me/online', roles: ['driver'] },
  offers: { method: 'GET', path: '/api/offers', roles: ['driver'] },
  ofBooking: { method: 'GET', path: '/api/bookings/:id/offers', roles: ['admin'] },
} as const satisfies Routes
export const dispatchCalls: Calls<typeof dispatchApi> = dispatchRoutes

export const assignRoutes = {
  drivers: { method: 'GET', path: '/api/bookings/:id/assignable-drivers', roles: ['admin'] },
  assign: { method: 'POST', path: '/api/bookings/:id/assign', roles: ['admin'], idempotent: true },
  unassign: { method: 'POST', path: '/api/bookings/:id/unassign', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const assignCalls: Calls<typeof assignApi> = assignRoutes

export const earningsRoutes = {
  mine: { method: 'GET', path: '/api/drivers/me/earnings', roles: ['driver'] },
} as const satisfies Routes
export const earningsCalls: Calls<typeof earningsApi> = earningsRoutes

export const earningPeriods = ['today', 'week', 'month'] as const
