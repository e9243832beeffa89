import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'
import type { pushApi } from './push-api.ts'

export const pushRoutes = {
  key: { method: 'GET', path: '/api/push/key', roles: signedIn },
  register: { method: 'POST', path: '/api/push/device', roles: signedIn },
  remove: { method: 'DELETE', path: '/api/push/device', roles: signedIn },
  shown: { method: 'POST', path: '/api/push/shown', roles: signedIn },
  send: { method: 'POST', path: '/send_notification', roles: ['rider', 'driver', 'admin'] },
} as const satisfies Routes
export const pushCalls: Calls<typeof pushApi> = pushRoutes
