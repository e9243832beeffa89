import type { auditApi } from './audit-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

export const auditRoutes = {
  list: { method: 'GET', path: '/api/audit', roles: ['admin'] },
  export: { method: 'GET', path: '/api/audit/export', roles: ['admin'] },
  seal: { method: 'GET', path: '/api/audit/seal', roles: ['admin'] },
} as const satisfies Routes
export const auditCalls: Calls<typeof auditApi> = auditRoutes

export const auditSorts = ['newest'] as const

/** How far entries without a seal are counted. */
export const mostUnsealed = 1000
