import type { trackingApi } from './tracking-api.ts'
import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'

export const trackingRoutes = {
  send: { method: 'POST', path: '/api/drivers/me/positions', roles: ['driver'] },
  tracker: { method: 'GET', path: '/api/drivers/me/tracker', roles: ['driver'] },
  makeTracker: { method: 'POST', path: '/api/drivers/me/tracker', roles: ['driver'] },
  endTracker: { method: 'DELETE', path: '/api/drivers/me/tracker', roles: ['driver'] },
  last: { method: 'GET', path: '/api/bookings/:id/position', roles: signedIn },
  track: { method: 'GET', path: '/api/bookings/:id/track', roles: signedIn },
} as const satisfies Routes
export const trackingCalls: Calls<typeof trackingApi> = trackingRoutes
