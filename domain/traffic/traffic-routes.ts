import type { Calls, Routes } from '../kit/endpoint.ts'
import type { trafficApi } from './traffic-api.ts'

export const trafficRoutes = {
  read: { method: 'GET', path: '/api/traffic', roles: ['admin'] },
  accept: { method: 'POST', path: '/api/traffic/accept', roles: ['admin'] },
  clear: { method: 'POST', path: '/api/traffic/clear', roles: ['admin'] },
} as const satisfies Routes
export const trafficCalls: Calls<typeof trafficApi> = trafficRoutes
