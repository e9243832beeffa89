import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'
import type { accountDataApi } from './account-data-api.ts'

export const accountDataRoutes = {
  read: { method: 'GET', path: '/api/account-data', roles: signedIn },
  requestExport: { method: 'POST', path: '/api/account-data/exports', roles: signedIn },
  download: { method: 'GET', path: '/api/account-data/file', roles: signedIn },
  requestDeletion: { method: 'POST', path: '/api/account-data/deletion', roles: signedIn },
  requestDeletionOf: { method: 'POST', path: '/api/people/:id/deletion', roles: ['admin'], idempotent: true },
} as const satisfies Routes
export const accountDataCalls: Calls<typeof accountDataApi> = accountDataRoutes
