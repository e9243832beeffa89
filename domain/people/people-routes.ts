import type { ridersApi } from './riders-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

export const ridersRoutes = {
  list: { method: 'GET', path: '/api/riders', roles: ['admin'] },
} as const satisfies Routes
export const ridersCalls: Calls<typeof ridersApi> = ridersRoutes
