import type { accountsApi } from './accounts-api.ts'
import { signedIn, type Calls, type Routes } from '../kit/endpoint.ts'

export const accountsRoutes = {
  visitorToken: { method: 'POST', path: '/api/visitor-tokens', roles: ['anyone'] },
  signIn: { method: 'POST', path: '/api/sessions', roles: ['anyone'] },
  secondStep: { method: 'POST', path: '/api/sessions/second-step', roles: ['anyone'] },
  askPasskey: { method: 'POST', path: '/api/sessions/passkey/begin', roles: ['anyone'] },
  signInByPasskey: { method: 'POST', path: '/api/sessions/passkey', roles: ['anyone'] },
  signOut: { method: 'DELETE', path: '/api/sessions/current', roles: signedIn },
  current: { method: 'GET', path: '/api/sessions/current', roles: signedIn },
  confirm: { method: 'POST', path: '/api/sessions/current/confirm', roles: signedIn },
  checkUserExists: { method: 'POST', path: '/check_user_exists', roles: ['anyone'] },
  validateReferrer: { method: 'POST', path: '/validate_referrer', roles: ['anyone'] },
  forgotPassword: { method: 'POST', path: '/api/password-resets', roles: ['anyone'] },
  resetPassword: { method: 'POST', path: '/api/password-resets/finish', roles: ['anyone'] },
  verifyEmail: { method: 'POST', path: '/api/email-verifications', roles: ['anyone'] },
  signUp: { method: 'POST', path: '/user_signup', roles: ['anyone'] },
} as const satisfies Routes
export const accountsCalls: Calls<typeof accountsApi> = accountsRoutes
