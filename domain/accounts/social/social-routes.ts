import { signedIn, type Calls, type Routes } from '../../kit/endpoint.ts'
import type { socialApi } from './social-api.ts'

/** Where a person can have an account that signs in here [accounts-11]. */
export const socialNames = ['facebook', 'apple'] as const
export type SocialName = (typeof socialNames)[number]
/** The names as the providers write them, in every language. */
export const socialTitles = { facebook: 'Facebook', apple: 'Apple' } as const satisfies Record<SocialName, string>

/** The page that a provider sends the browser back to. It is registered at the provider letter for letter. */
export const socialReturnPath = (name: SocialName): `/sign-in/${SocialName}` => `/sign-in/${name}`

/**
 * The state of a question that adds a way to sign in begins with this; the page that the provider answers to reads it.
 */
export const linkStatePrefix = 'link-'

/** The wait between a sign-in by Facebook or Apple and the screen that it leads to, ms [accounts-21]. */
export const socialDelayMs = 2000

export const socialRoutes = {
  ways: { method: 'GET', path: '/api/sessions/social', roles: ['anyone'] },
  begin: { method: 'POST', path: '/api/sessions/social/begin', roles: ['anyone'] },
  signIn: { method: 'POST', path: '/api/sessions/social', roles: ['anyone'] },
  beginLink: { method: 'POST', path: '/api/account/social/begin', roles: ['rider', 'driver'] },
  link: { method: 'POST', path: '/api/account/social', roles: ['rider', 'driver'] },
  unlink: { method: 'POST', path: '/api/account/social/remove', roles: signedIn },
  apps: { method: 'GET', path: '/api/social-apps', roles: ['admin'] },
  changeFacebook: { method: 'PUT', path: '/api/social-apps/facebook', roles: ['admin'] },
  changeApple: { method: 'PUT', path: '/api/social-apps/apple', roles: ['admin'] },
} as const satisfies Routes
export const socialCalls: Calls<typeof socialApi> = socialRoutes
