import type { placesApi } from './places-api.ts'
import type { savedAddressesApi } from './places-api.ts'
import { everyone, signedIn, type Calls, type Routes } from '../kit/endpoint.ts'

export const placesRoutes = {
  autocomplete: { method: 'POST', path: '/googleapis-autocomplete', roles: everyone },
  getCoords: { method: 'POST', path: '/googleapis-getcoords', roles: everyone },
  getRoute: { method: 'POST', path: '/googleapis-getroute', roles: everyone },
  getAddress: { method: 'POST', path: '/googleapis-getaddress', roles: everyone },
  getDriveTime: { method: 'POST', path: '/googleapis-getdrivetime', roles: signedIn },
  getMultiLocTime: { method: 'POST', path: '/googleapis-getmultiloctime', roles: signedIn },
} as const satisfies Routes
export const placesCalls: Calls<typeof placesApi> = placesRoutes

export const savedAddressesRoutes = {
  list: { method: 'GET', path: '/api/saved-addresses', roles: ['rider'] },
  add: { method: 'POST', path: '/api/saved-addresses', roles: ['rider'] },
  change: { method: 'POST', path: '/api/saved-addresses/change', roles: ['rider'] },
  remove: { method: 'POST', path: '/api/saved-addresses/remove', roles: ['rider'] },
} as const satisfies Routes
export const savedAddressesCalls: Calls<typeof savedAddressesApi> = savedAddressesRoutes
