import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'
import type { profileApi } from './profile-api.ts'

export const profileRoutes = {
  read: { method: 'GET', path: '/api/profile', roles: signedIn },
  change: { method: 'PATCH', path: '/api/profile', roles: signedIn },
  ratings: { method: 'GET', path: '/api/profile/ratings', roles: ['driver'] },
  changeContact: { method: 'POST', path: '/api/profile/contact', roles: signedIn },
  confirmContact: { method: 'POST', path: '/api/profile/contact/confirm', roles: signedIn },
} as const satisfies Routes
export const profileCalls: Calls<typeof profileApi> = profileRoutes
