import type { officeSearchApi } from './office-search-api.ts'
import type { Calls, Routes } from '../kit/endpoint.ts'

export const officeSearchRoutes = {
  find: { method: 'GET', path: '/api/office-search', roles: ['fleetadmin', 'admin'] },
} as const satisfies Routes
export const officeSearchCalls: Calls<typeof officeSearchApi> = officeSearchRoutes

/** Fewer letters find too much to be of use. */
export const leastSearched = 2
