import type { Calls, Routes } from '../kit/endpoint.ts'
import type { safetyApi, safetyDeskApi } from './safety-api.ts'

const parties = ['rider', 'driver'] as const

/** The calls of the people on a trip. */
export const safetyRoutes = {
  read: { method: 'GET', path: '/api/bookings/:id/safety', roles: parties },
  panic: { method: 'POST', path: '/api/bookings/:id/panic', roles: parties, idempotent: true },
  answer: { method: 'POST', path: '/api/bookings/:id/safety/answer', roles: ['rider'], idempotent: true },
} as const satisfies Routes
export const safetyCalls: Calls<typeof safetyApi> = safetyRoutes

/** The calls of the safety desk. */
export const safetyDeskRoutes = {
  list: { method: 'GET', path: '/api/safety', roles: ['admin'] },
  urgent: { method: 'GET', path: '/api/safety/urgent', roles: ['admin'] },
  get: { method: 'GET', path: '/api/safety/:id', roles: ['admin'] },
  take: { method: 'POST', path: '/api/safety/:id/take', roles: ['admin'], idempotent: true },
  note: { method: 'POST', path: '/api/safety/:id/notes', roles: ['admin'], idempotent: true },
  close: { method: 'POST', path: '/api/safety/:id/close', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const safetyDeskCalls: Calls<typeof safetyDeskApi> = safetyDeskRoutes

export const alertSorts = ['urgency', 'sentAt'] as const

/** Characters of a note. */
export const mostNote = 1000
