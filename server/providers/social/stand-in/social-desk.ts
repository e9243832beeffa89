import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import type { CryptoKey, JWTPayload } from 'jose'
import { openAppleDesk } from './apple-desk.ts'
import { hash, json, openGrants } from './desk-grants.ts'
import { backByPost, signInPage } from './desk-page.ts'
import { openFacebookDesk } from './facebook-desk.ts'

/** The person that someone at the page claims to be. */
export interface DeskPerson {
  readonly subject?: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** The app that is registered at the desk. */
export interface DeskApps {
  readonly facebook: { readonly appId: string; readonly secret: string; readonly redirectUri: string }
  readonly apple: {
    readonly servicesId: string
    readonly teamId: string
    readonly keyId: string
    /** of the key that signs client secrets */
    readonly publicKey: CryptoKey
    readonly redirectUri: string
  }
}

export type Json = Readonly<Record<string, unknown>>

/** What a test makes wrong. */
export interface SocialFaults {
  debug?: (data: Json) => Json
  me?: (me: Json) => Json
  claims?: (claims: JWTPayload) => JWTPayload
  /** signs in place of the desk */
  sign?: (claims: JWTPayload, kid: string) => Promise<string>
}

/** Facebook's dialog and Graph, and Sign in with Apple, as they are documented. Paths are relative to the base URL. */
export interface SocialDesk {
  handle(request: Request, path: string): Promise<Response>
  /** For tests: what the page's button does. The code that the browser would carry back. */
  consent(authorizeUrl: URL, person: DeskPerson): { code: string; state: string }
}

/** The same person has the same id at every sign-in. */
const subjectOf = (provider: SocialName, { subject, email }: DeskPerson): string =>
  subject ??
  (provider === 'facebook'
    ? `1${
        hash(email ?? '')
          .digest()
          .readBigUInt64BE() %
        10n ** 15n
      }`
    : `000000.${hash(email ?? '')
        .digest('hex')
        .slice(0, 32)}.0000`)

export const openSocialDesk = async (
  apps: DeskApps,
  now: () => number,
  faults: SocialFaults = {},
): Promise<SocialDesk> => {
  const grants = openGrants(now)
  const facebook = openFacebookDesk(apps.facebook, grants, now, faults)
  const apple = await openAppleDesk(apps.apple, grants, now, faults)

  const providerOf = (path: string): SocialName | undefined =>
    /^\/v\d+\.\d+\/dialog\/oauth$/.test(path) ? 'facebook' : path === '/auth/authorize' ? 'apple' : undefined

  /** Why the dialog does not open, if so. */
  const wrongQuestion = (provider: SocialName, query: URLSearchParams): string | undefined => {
    const clientId = provider === 'facebook' ? apps.facebook.appId : apps.apple.servicesId
    if (query.get('client_id') !== clientId) return 'The client id is not known.'
    if (query.get('redirect_uri') !== apps[provider].redirectUri) return 'The redirect URI is not registered.'
    if (query.get('response_type') !== 'code') return 'Only the response type code is known.'
    if (provider === 'apple' && query.get('response_mode') !== 'form_post')
      return 'With scopes the response mode must be form_post.'
    if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
      return 'The challenge must be S256.'
    return undefined
  }

  const consent: SocialDesk['consent'] = ({ pathname, searchParams: query }, given) => {
    const provider = pathname.endsWith('/dialog/oauth') ? 'facebook' : 'apple'
    const code = grants.add({
      provider,
      person: { ...given, subject: subjectOf(provider, given) },
      redirectUri: query.get('redirect_uri') ?? '',
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
    })
    return { code, state: query.get('state') ?? '' }
  }

  const dialog = async (provider: SocialName, request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const wrong = wrongQuestion(provider, url.searchParams)
    if (wrong !== undefined) return new Response(wrong, { status: 400, headers: { 'content-type': 'text/plain' } })
    const { redirectUri } = apps[provider]
    if (request.method === 'GET') return signInPage(provider, new URL(redirectUri).origin)
    const form = new URLSearchParams(await request.text())
    const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 254)
    const state = url.searchParams.get('state') ?? ''
    const [firstName, lastName, email] = [field('firstName'), field('lastName'), field('email')]
    const answer: Record<string, string> =
      form.get('action') === 'continue'
        ? consent(url, { email: email || null, emailVerified: form.has('verified'), firstName, lastName })
        : { error: provider === 'facebook' ? 'access_denied' : 'user_cancelled_authorize', state }
    if (provider === 'apple') {
      const user = JSON.stringify({ name: { firstName, lastName }, email })
      return backByPost(redirectUri, 'code' in answer ? { ...answer, user } : answer)
    }
    const location = new URL(redirectUri)
    for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value)
    return new Response(null, { status: 303, headers: { location: `${location.href}#_=_` } })
  }

  return {
    consent,
    handle: async (request, path) => {
      const provider = providerOf(path)
      if (provider !== undefined) return dialog(provider, request)
      const query = new URL(request.url).searchParams
      if (/^\/v\d+\.\d+\/oauth\/access_token$/.test(path))
        return facebook.giveToken(new URLSearchParams(await request.text()))
      if (path === '/debug_token') return facebook.debugToken(query)
      if (/^\/v\d+\.\d+\/me$/.test(path)) return facebook.me(query)
      if (path === '/auth/token') return apple.giveToken(new URLSearchParams(await request.text()))
      if (path === '/auth/keys') return json(200, { keys: apple.keys })
      return json(404, { error: 'not_found' })
    },
  }
}
