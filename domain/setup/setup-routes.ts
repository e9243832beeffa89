import type { setupApi } from './setup-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

export const setupRoutes = {
  check: { method: 'POST', path: '/api/set-up/check', roles: ['anyone'] },
  finish: { method: 'POST', path: '/api/set-up', roles: ['anyone'] },
} as const satisfies Routes
export const setupCalls: Calls<typeof setupApi> = setupRoutes
