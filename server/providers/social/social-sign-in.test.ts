import { exportPKCS8, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSocialEmulator, type SocialEmulator } from '../../testing/social/social-emulator.ts'
import { appleSignIn } from './apple-sign-in.ts'
import { facebookSignIn } from './facebook-sign-in.ts'
import { SocialRefused, SocialUnreachable, type SocialQuestion, type SocialProvider } from './social-provider.ts'
import type { DeskPerson, SocialFaults } from './stand-in/social-desk.ts'

const facebookApp = { appId: '100200300', secret: 'a'.repeat(32), redirectUri: 'https://ride.example/sign-in/facebook' }
const appleIds = { servicesId: 'example.ride.web', teamId: 'TEAM000001', keyId: 'KEY0000001' }
const appleUri = 'https://ride.example/sign-in/apple'

const faults: SocialFaults = {}
let emulator: SocialEmulator
let key = ''
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  key = await exportPKCS8(privateKey)
  emulator = await openSocialEmulator(
    { facebook: facebookApp, apple: { ...appleIds, publicKey, redirectUri: appleUri } },
    faults,
  )
})
afterAll(() => emulator.close())
beforeEach(() => {
  for (const name of Object.keys(faults) as (keyof SocialFaults)[]) delete faults[name]
  emulator.answer = undefined
  emulator.asked.length = 0
})

const common = { fetch: (url: string, init: RequestInit) => fetch(url, init), answerMs: 4000, now: Date.now }
const facebook = (more: { appId?: string; secret?: string } = {}): SocialProvider =>
  facebookSignIn({
    ...common,
    hosts: { dialog: emulator.url, graph: emulator.url },
    app: { appId: more.appId ?? facebookApp.appId },
    secret: more.secret ?? facebookApp.secret,
    redirectUri: facebookApp.redirectUri,
  })
const apple = (more: { key?: string; now?: () => number; servicesId?: string } = {}): SocialProvider =>
  appleSignIn({
    ...common,
    now: more.now ?? Date.now,
    host: emulator.url,
    app: { ...appleIds, servicesId: more.servicesId ?? appleIds.servicesId },
    key: more.key ?? key,
    redirectUri: appleUri,
  })
const both = [
  ['facebook', () => facebook()],
  ['apple', () => apple()],
] as const

const ask: SocialQuestion = { state: 'state-1', nonce: 'nonce-1', verifier: 'v'.repeat(43) }
const person: DeskPerson = { email: 'rider@example.org', emailVerified: true, firstName: 'Rider', lastName: 'One' }
const codeOf = (provider: SocialProvider, who: DeskPerson = person, asked: SocialQuestion = ask) =>
  emulator.desk.consent(provider.authorizeUrl(asked), who).code
const identify = (provider: SocialProvider) => provider.identify(codeOf(provider), ask)

describe('Facebook [design/accounts-104]', () => {
  it('asks by code, state and PKCE at a fixed address, and says of no email that it is verified', async () => {
    const url = facebook().authorizeUrl(ask)
    expect(url.pathname).toMatch(/^\/v\d+\.0\/dialog\/oauth$/)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: facebookApp.appId,
      redirect_uri: facebookApp.redirectUri,
      response_type: 'code',
      state: 'state-1',
      scope: 'public_profile email',
      code_challenge_method: 'S256',
    })
    expect(url.search).not.toContain(ask.verifier)
    expect(await identify(facebook())).toEqual({
      subject: expect.stringMatching(/^\d+$/) as string,
      email: 'rider@example.org',
      emailVerified: false,
      firstName: 'Rider',
      lastName: 'One',
    })
    expect(emulator.asked).toEqual(['/v23.0/oauth/access_token', '/debug_token', '/v23.0/me'])
  })

  it('knows a person without email by the same id', async () => {
    const provider = facebook()
    const who = { ...person, email: null, subject: '777' }
    expect(await provider.identify(codeOf(provider, who), ask)).toMatchObject({ subject: '777', email: null })
  })

  it.each<[string, SocialFaults]>([
    ['a token of another app', { debug: (data) => ({ ...data, app_id: '999' }) }],
    ['a token that is not valid', { debug: (data) => ({ ...data, is_valid: false }) }],
    ['a token of an app and no person', { debug: (data) => ({ ...data, type: 'APP' }) }],
    ['a token without a person', { debug: ({ user_id: _gone, ...data }) => data }],
    ['an expired token', { debug: (data) => ({ ...data, expires_at: Math.floor(Date.now() / 1000) - 1 }) }],
    ['a profile of another person', { me: (me) => ({ ...me, id: '4' }) }],
  ])('refuses %s', async (_name, fault) => {
    Object.assign(faults, fault)
    await expect(identify(facebook())).rejects.toThrow(SocialRefused)
  })

  it('refuses a code with the verifier of another browser', async () => {
    const code = codeOf(facebook())
    await expect(facebook().identify(code, { ...ask, verifier: 'w'.repeat(43) })).rejects.toThrow(SocialRefused)
  })

  it('is refused with a wrong app secret', async () => {
    await expect(identify(facebook({ secret: 'b'.repeat(32) }))).rejects.toThrow(SocialRefused)
  })
})

describe('Apple [design/accounts-105]', () => {
  const signed = (alter: (claims: Record<string, unknown>) => Record<string, unknown>): SocialFaults => ({
    claims: (claims) => alter({ ...claims }),
  })

  it('asks by code, state and nonce, and reads the signed token', async () => {
    const url = apple().authorizeUrl(ask)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: appleIds.servicesId,
      redirect_uri: appleUri,
      response_mode: 'form_post',
      scope: 'name email',
      state: 'state-1',
      nonce: 'nonce-1',
    })
    expect(await identify(apple())).toMatchObject({ email: 'rider@example.org', emailVerified: true })
    expect(emulator.asked).toEqual(['/auth/token', '/auth/keys'])
  })

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
  ])('email_verified %s', async (given, verified) => {
    faults.claims = ({ email_verified: _said, ...claims }) =>
      given === undefined ? claims : { ...claims, email_verified: given }
    expect(await identify(apple())).toMatchObject({ emailVerified: verified })
  })

  it.each<[string, SocialFaults]>([
    ['another audience', signed((claims) => ({ ...claims, aud: 'example.other.web' }))],
    ['another issuer', signed((claims) => ({ ...claims, iss: 'https://appleid.apple.com.example' }))],
    ['the nonce of another question', signed((claims) => ({ ...claims, nonce: 'nonce-2' }))],
    ['no nonce', signed(({ nonce: _gone, ...claims }) => claims)],
    ['an expiry that has passed', signed((claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }))],
    ['no expiry', signed(({ exp: _gone, ...claims }) => claims)],
    ['no person', signed(({ sub: _gone, ...claims }) => claims)],
    ['alg none', { sign: (claims) => Promise.resolve(new UnsecuredJWT(claims).encode()) }],
    [
      'the signature of another key under the same name',
      {
        sign: async (claims, kid) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'RS256', kid })
            .sign((await generateKeyPair('RS256')).privateKey),
      },
    ],
    [
      'a signature by HMAC',
      {
        sign: (claims, kid) =>
          new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode('x'.repeat(32))),
      },
    ],
    [
      'a key that is not Apple’s',
      {
        sign: async (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'RS256', kid: 'mine' })
            .sign((await generateKeyPair('RS256')).privateKey),
      },
    ],
  ])('refuses a token with %s', async (_name, fault) => {
    Object.assign(faults, fault)
    await expect(identify(apple())).rejects.toThrow(SocialRefused)
  })

  it('is refused with the key of another team', async () => {
    const other = await exportPKCS8((await generateKeyPair('ES256', { extractable: true })).privateKey)
    await expect(identify(apple({ key: other }))).rejects.toThrow(SocialRefused)
  })

  it('says that its own key cannot be used', async () => {
    await expect(identify(apple({ key: 'no key' }))).rejects.toThrow(SocialUnreachable)
  })
})

describe.each(both)('%s: codes and answers', (name, open) => {
  it('a code is good once', async () => {
    const provider = open()
    const code = codeOf(provider)
    await provider.identify(code, ask)
    await expect(provider.identify(code, ask)).rejects.toThrow(SocialRefused)
    await expect(provider.identify('invented', ask)).rejects.toThrow(SocialRefused)
  })

  it('a code of the other provider is worth nothing', async () => {
    const other = name === 'facebook' ? apple() : facebook()
    await expect(open().identify(codeOf(other), ask)).rejects.toThrow(SocialRefused)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['an error page', () => new Response('<html>', { status: 502 })],
    ['a page in place of JSON', () => new Response('<html>')],
    ['an answer without the token', () => new Response('{}')],
    ['too much', () => new Response(JSON.stringify({ access_token: 'x', id_token: 'x', more: 'x'.repeat(200_000) }))],
    ['too many calls', () => new Response('{}', { status: 429 })],
    ['a redirect', () => new Response(null, { status: 307, headers: { location: `${emulator.url}/elsewhere` } })],
    ['nothing in time', () => new Promise((done) => setTimeout(() => done(new Response('{}')), 1500))],
  ])('%s means that the provider is not there', async (_name, answer) => {
    const provider = open()
    const code = codeOf(provider)
    emulator.answer = (path) => (path.endsWith('token') ? answer() : undefined)
    await expect(provider.identify(code, ask)).rejects.toThrow(SocialUnreachable)
    expect(emulator.asked).not.toContain('/elsewhere')
  })

  it('a refusal names the code of the error and no token', async () => {
    const provider = open()
    const error = await provider.identify('secret-code', ask).catch((cause: unknown) => cause)
    expect(String(error)).toMatch(/answered 400 (invalid_grant|100)$/)
    expect(String(error)).not.toContain('secret')
  })
})
