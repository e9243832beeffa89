import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'
import type { securityApi } from './security-api.ts'

export const securityRoutes = {
  security: { method: 'GET', path: '/api/account/security', roles: signedIn },
  changePassword: { method: 'POST', path: '/api/account/password', roles: signedIn },
  sessions: { method: 'GET', path: '/api/sessions', roles: signedIn },
  endSession: { method: 'POST', path: '/api/sessions/end', roles: signedIn },
  endAllSessions: { method: 'DELETE', path: '/api/sessions', roles: signedIn },
  beginAuthenticator: { method: 'POST', path: '/api/account/authenticator/begin', roles: signedIn },
  addAuthenticator: { method: 'POST', path: '/api/account/authenticator', roles: signedIn },
  removeAuthenticator: { method: 'POST', path: '/api/account/authenticator/remove', roles: signedIn },
  newRecoveryCodes: { method: 'POST', path: '/api/account/recovery-codes', roles: signedIn },
  beginPasskey: { method: 'POST', path: '/api/account/passkeys/begin', roles: signedIn },
  addPasskey: { method: 'POST', path: '/api/account/passkeys', roles: signedIn },
  renamePasskey: { method: 'POST', path: '/api/account/passkeys/rename', roles: signedIn },
  removePasskey: { method: 'POST', path: '/api/account/passkeys/remove', roles: signedIn },
} as const satisfies Routes
export const securityCalls: Calls<typeof securityApi> = securityRoutes
