import type { preferencesApi } from './preferences-api.ts'
import { signedIn, type Calls, type Routes } from '../../kit/endpoint.ts'

export const preferencesRoutes = {
  change: { method: 'PATCH', path: '/api/preferences', roles: signedIn },
} as const satisfies Routes
export const preferencesCalls: Calls<typeof preferencesApi> = preferencesRoutes

export const colorSchemes = ['light', 'dark'] as const
/** How close the rows of tables are. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]
