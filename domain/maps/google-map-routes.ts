import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'
import type { googleMapApi } from './google-map-api.ts'

export const googleMapRoutes = {
  key: { method: 'GET', path: '/api/google-map/key', roles: signedIn },
} as const satisfies Routes
export const googleMapCalls: Calls<typeof googleMapApi> = googleMapRoutes
