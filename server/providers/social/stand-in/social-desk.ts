import { createHash, createHmac, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import type { SocialName } from '@remis/domain/accounts/social/social-routes'
import { appleIssuer } from '../apple-sign-in.ts'
import { backByPost, signInPage } from './desk-page.ts'

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

type Json = Readonly<Record<string, unknown>>

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

interface Grant {
  readonly provider: SocialName
  readonly person: Required<DeskPerson>
  readonly redirectUri: string
  readonly nonce: string
  readonly challenge: string
  readonly expiresAt: number
}

const codeMs = 10 * 60_000
const tokenSeconds = 3600
/** Grants and tokens that are kept at most. */
const most = 10_000

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const graphError = (code: number, message: string) => json(400, { error: { message, type: 'OAuthException', code } })
const draw = () => randomBytes(24).toString('base64url')
const hash = (text: string) => createHash('sha256').update(text)

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
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Required<DeskPerson>>()
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = randomBytes(5).toString('hex')
  const keys = [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }]

  const keep = <T>(map: Map<string, T>, name: string, value: T): void => {
    const [oldest] = map.keys()
    if (map.size >= most && oldest !== undefined) map.delete(oldest)
    map.set(name, value)
  }

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
    const code = draw()
    keep(grants, code, {
      provider,
      person: { ...given, subject: subjectOf(provider, given) },
      redirectUri: query.get('redirect_uri') ?? '',
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      expiresAt: now() + codeMs,
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

  /** A code is good once. */
  const take = (provider: SocialName, form: URLSearchParams): Grant | undefined => {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    if (grant?.provider !== provider || grant.expiresAt <= now()) return undefined
    if (form.get('redirect_uri') !== grant.redirectUri) return undefined
    const proof = hash(form.get('code_verifier') ?? '').digest('base64url')
    return grant.challenge === '' || proof === grant.challenge ? grant : undefined
  }

  const facebookToken = (form: URLSearchParams): Response => {
    const { appId, secret } = apps.facebook
    if (form.get('client_id') !== appId || form.get('client_secret') !== secret)
      return graphError(101, 'Error validating application.')
    const grant = take('facebook', form)
    if (grant === undefined) return graphError(100, 'This authorization code has been used or has expired.')
    const token = `EAA${draw()}`
    keep(tokens, token, grant.person)
    return json(200, { access_token: token, token_type: 'bearer', expires_in: tokenSeconds })
  }

  const debugToken = (query: URLSearchParams): Response => {
    const { appId, secret } = apps.facebook
    if (query.get('access_token') !== `${appId}|${secret}`) return graphError(190, 'Invalid OAuth access token.')
    const person = tokens.get(query.get('input_token') ?? '')
    const data: Json = {
      app_id: appId,
      type: 'USER',
      is_valid: person !== undefined,
      user_id: person?.subject,
      expires_at: Math.floor(now() / 1000) + tokenSeconds,
      scopes: ['public_profile', 'email'],
    }
    return json(200, { data: faults.debug?.(data) ?? data })
  }

  const me = (query: URLSearchParams): Response => {
    const token = query.get('access_token') ?? ''
    const person = tokens.get(token)
    const proof = createHmac('sha256', apps.facebook.secret).update(token).digest('hex')
    if (person === undefined) return graphError(190, 'Invalid OAuth access token.')
    if (query.get('appsecret_proof') !== proof) return graphError(100, 'Invalid appsecret_proof.')
    const { subject, email, firstName, lastName } = person
    const view: Json = { id: subject, first_name: firstName, last_name: lastName, ...(email === null ? {} : { email }) }
    return json(200, faults.me?.(view) ?? view)
  }

  const isAppleSecret = async (secret: string): Promise<boolean> => {
    const { servicesId, teamId, keyId, publicKey: key } = apps.apple
    try {
      const { protectedHeader } = await jwtVerify(secret, key, {
        issuer: teamId,
        subject: servicesId,
        audience: appleIssuer,
        algorithms: ['ES256'],
        currentDate: new Date(now()),
        requiredClaims: ['iat', 'exp'],
      })
      return protectedHeader.kid === keyId
    } catch {
      return false
    }
  }

  const appleToken = async (form: URLSearchParams): Promise<Response> => {
    const { servicesId } = apps.apple
    const known = form.get('client_id') === servicesId && (await isAppleSecret(form.get('client_secret') ?? ''))
    if (!known) return json(400, { error: 'invalid_client' })
    const grant = form.get('grant_type') === 'authorization_code' ? take('apple', form) : undefined
    if (grant === undefined) return json(400, { error: 'invalid_grant' })
    const { subject, email, emailVerified } = grant.person
    const seconds = Math.floor(now() / 1000)
    const said: JWTPayload = {
      iss: appleIssuer,
      aud: servicesId,
      sub: subject,
      iat: seconds,
      exp: seconds + tokenSeconds,
      nonce: grant.nonce,
      nonce_supported: true,
      ...(email === null ? {} : { email, email_verified: emailVerified ? 'true' : 'false' }),
    }
    const claims = faults.claims?.(said) ?? said
    const idToken =
      (await faults.sign?.(claims, kid)) ??
      (await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey))
    return json(200, { access_token: draw(), token_type: 'Bearer', expires_in: tokenSeconds, id_token: idToken })
  }

  return {
    consent,
    handle: async (request, path) => {
      const provider = providerOf(path)
      if (provider !== undefined) return dialog(provider, request)
      const query = new URL(request.url).searchParams
      if (/^\/v\d+\.\d+\/oauth\/access_token$/.test(path))
        return facebookToken(new URLSearchParams(await request.text()))
      if (path === '/debug_token') return debugToken(query)
      if (/^\/v\d+\.\d+\/me$/.test(path)) return me(query)
      if (path === '/auth/token') return appleToken(new URLSearchParams(await request.text()))
      if (path === '/auth/keys') return json(200, { keys })
      return json(404, { error: 'not_found' })
    },
  }
}
