import type { Calls, Routes } from '../kit/endpoint.ts'
import type { mapServicesApi } from './map-services-api.ts'

export const mapServicesRoutes = {
  list: { method: 'GET', path: '/api/map-services', roles: ['admin'] },
  test: { method: 'POST', path: '/api/map-services/test', roles: ['admin'] },
} as const satisfies Routes
export const mapServicesCalls: Calls<typeof mapServicesApi> = mapServicesRoutes

export const mapsCapabilities = ['search', 'routing', 'matching'] as const
/** `paused`: not called for a while after several failures; `over`: the ceiling of today is reached. */
export const mapServiceStates = ['ok', 'failing', 'paused', 'over'] as const
