import type { AppleApp } from '@remis/domain/accounts/social/social-app'
import { OAuth2Client } from 'arctic'
import { createLocalJWKSet, errors, importPKCS8, jwtVerify, SignJWT, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { askProvider, type AskOptions } from './ask-provider.ts'
import { SocialRefused, SocialUnreachable, type SocialProvider } from './social-provider.ts'

export interface AppleOptions extends AskOptions {
  /** of all endpoints; tokens say `appleIssuer` whatever it is */
  readonly host: string
  readonly app: AppleApp
  /** PEM of the .p8 file */
  readonly key: string
  readonly redirectUri: string
  /** ms */
  readonly now: () => number
}

export const appleIssuer = 'https://appleid.apple.com'

/** A client secret is made for each sign-in; Apple takes up to six months. */
const secretSeconds = 300
/** Apple's clock and ours. */
const clockToleranceSeconds = 60

const tokenReply = z.object({ id_token: z.string().min(1).max(10_000) })
const keysReply = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(50) })
/** Apple sends `email_verified` as boolean or as text. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string().max(254).optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
})

/**
 * Sign in with Apple: https://developer.apple.com/documentation/signinwithapplerestapi. The token is checked for
 * signature, algorithm, issuer, audience, expiry and nonce [design/accounts-105]. Apple documents no PKCE; the nonce
 * binds the token to the browser.
 */
export const appleSignIn = (options: AppleOptions): SocialProvider => {
  const { host, app, redirectUri } = options
  const client = new OAuth2Client(app.servicesId, null, redirectUri)

  const makeSecret = async (): Promise<string> => {
    const seconds = Math.floor(options.now() / 1000)
    try {
      return await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: app.keyId })
        .setIssuer(app.teamId)
        .setSubject(app.servicesId)
        .setAudience(appleIssuer)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + secretSeconds)
        .sign(await importPKCS8(options.key, 'ES256'))
    } catch (cause) {
      throw new SocialUnreachable('the private key of the Apple app cannot be used', { cause })
    }
  }

  const verify = async (token: string, nonce: string): Promise<z.output<typeof claims>> => {
    const keys = await askProvider(options, new URL(`${host}/auth/keys`), keysReply)
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys as JSONWebKeySet), {
        issuer: appleIssuer,
        audience: app.servicesId,
        algorithms: ['RS256'],
        clockTolerance: clockToleranceSeconds,
        currentDate: new Date(options.now()),
        requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      })
      const read = claims.parse(payload)
      if (read.nonce !== nonce) throw new SocialRefused('the token answers another question')
      return read
    } catch (cause) {
      if (cause instanceof errors.JOSEError || cause instanceof z.ZodError)
        throw new SocialRefused(`the token is not valid: ${cause instanceof errors.JOSEError ? cause.code : 'claims'}`)
      throw cause
    }
  }

  return {
    name: 'apple',
    authorizeUrl: ({ state, nonce }) => {
      const url = client.createAuthorizationURL(`${host}/auth/authorize`, state, ['name', 'email'])
      // Apple demands it with scopes: the answer comes by POST.
      url.searchParams.set('response_mode', 'form_post')
      url.searchParams.set('nonce', nonce)
      return url
    },
    identify: async (code, { nonce }) => {
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: app.servicesId,
        client_secret: await makeSecret(),
        redirect_uri: redirectUri,
        code,
      })
      const { id_token: token } = await askProvider(options, new URL(`${host}/auth/token`), tokenReply, form)
      const { sub, email, email_verified: verified } = await verify(token, nonce)
      return {
        subject: sub,
        email: email ?? null,
        emailVerified: verified === true || verified === 'true',
        firstName: '',
        lastName: '',
      }
    },
  }
}
