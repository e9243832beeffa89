import type { Calls, Routes } from '../kit/endpoint.ts'
import type { guestLinksApi } from './guest-links-api.ts'

export const guestLinksRoutes = {
  list: { method: 'GET', path: '/api/bookings/:id/guest-links', roles: ['rider', 'driver', 'admin'] },
  add: { method: 'POST', path: '/api/bookings/:id/guest-links', roles: ['rider', 'driver', 'admin'] },
  end: { method: 'POST', path: '/api/bookings/:id/guest-links/end', roles: ['rider', 'driver', 'admin'] },
  follow: { method: 'POST', path: '/api/guest-links/follow', roles: ['anyone'] },
} as const satisfies Routes
/** The page of a link; the part behind `#` is sent to no server. */
export const followPath = (token: string): string => `/follow#${encodeURIComponent(token)}`

export const guestLinksCalls: Calls<typeof guestLinksApi> = guestLinksRoutes
