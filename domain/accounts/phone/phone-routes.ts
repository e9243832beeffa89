import { signedIn, type Calls, type Routes } from '../../kit/endpoint.ts'
import type { phoneApi } from './phone-api.ts'

export const phoneRoutes = {
  humanCheck: { method: 'POST', path: '/api/human-checks', roles: ['anyone'] },
  sendCode: { method: 'POST', path: '/api/sessions/phone/begin', roles: ['anyone'] },
  sendOwnCode: { method: 'POST', path: '/api/account/phone-code', roles: signedIn },
  confirmOwnPhone: { method: 'POST', path: '/api/account/phone', roles: signedIn },
  signIn: { method: 'POST', path: '/api/sessions/phone', roles: ['anyone'] },
} as const satisfies Routes
export const phoneCalls: Calls<typeof phoneApi> = phoneRoutes
