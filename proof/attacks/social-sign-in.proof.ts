import { consentAt, type Consent, type SocialAnswer } from '@remis/server/testing/social/social-consent'
import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDoors, password, tokenOf, type Answer, type Doors } from '../sessions/doors.ts'

/**
 * Attacks on the sign-in with Facebook and Apple, over HTTP against the whole server and stand-ins, which answer as the
 * providers document [design/accounts-101] [design/accounts-103].
 */
const database = await databaseFor(import.meta.url)
const { db } = database
let doors: Doors
beforeAll(async () => {
  const many = { max: 1e9, windowSeconds: 60 }
  const floods = { 'sign-in': many, token: many }
  doors = await openDoors(database, { limits: { guards: { signInPerAddress: many, signUpPerAddress: many }, floods } })
  await doors.server.app.settings.change({ FacebookLoginEnabled: true }, null)
})

type Provider = 'facebook' | 'apple'
const dialogOf = ({ text }: Answer): string => (JSON.parse(text) as { url: string }).url
const deviceOf = ({ cookies }: Answer): string => cookies.find(({ name }) => name === 'remis-device')?.value ?? ''
const personOf = ({ text }: Answer): string => (JSON.parse(text) as { user: { id: string } }).user.id

/** A browser that has opened the dialog and holds its cookie. */
const open = async (provider: Provider) => {
  const begun = await doors.send('POST', '/api/sessions/social/begin', { provider })
  return { provider, dialog: dialogOf(begun), device: deviceOf(begun) }
}
type Opened = Awaited<ReturnType<typeof open>>
const consent = ({ dialog }: Opened, as: Consent): Promise<SocialAnswer> => consentAt(doors.server.fastify, dialog, as)
const finish = (provider: Provider, device: string, answer: SocialAnswer, headers: Record<string, string> = {}) =>
  doors.send(
    'POST',
    '/api/sessions/social',
    { provider, ...answer },
    { headers: { cookie: `remis-device=${device}`, origin: doors.server.app.config.publicUrl, ...headers } },
  )
const signIn = async (provider: Provider, as: Consent): Promise<Answer> => {
  const browser = await open(provider)
  return finish(provider, browser.device, await consent(browser, as))
}
const sessions = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from sessions`.execute(db.request)).rows[0]?.n)
const refusedWithoutSession = async (attempt: () => Promise<Answer>) => {
  const before = await sessions()
  const answer = await attempt()
  expect([answer.status, answer.key]).toEqual([401, 'auth_error'])
  expect(answer.cookies.map(({ name }) => name)).not.toContain('remis')
  expect(await sessions()).toBe(before)
}

describe('linking attacks [design/accounts-103]', () => {
  it('registering a stranger’s email first shares nothing with the owner, who signs in by Apple', async () => {
    const attacker = await doors.signUp({ email: 'victim.one@example.org' })
    await refusedWithoutSession(() => signIn('apple', { email: 'victim.one@example.org' }))
    expect((await doors.signIn(attacker)).status).toBe(200)
    const ways = await db.request.selectFrom('identities').select('kind').where('user_id', '=', attacker.uid).execute()
    expect(ways).toEqual([{ kind: 'password' }])
  })

  it('a Facebook account with a stranger’s email opens no account of the stranger', async () => {
    const victim = await doors.signUp({ email: 'victim.two@example.org' })
    await sql`update users set email_verified_at = clock_timestamp() where id = ${victim.uid}`.execute(db.request)
    await refusedWithoutSession(() => signIn('facebook', { email: 'Victim.Two@Example.org' }))
  })

  it('an Apple account with an email that is not verified opens no account', async () => {
    const victim = await doors.signUp({ email: 'victim.three@example.org' })
    await sql`update users set email_verified_at = clock_timestamp() where id = ${victim.uid}`.execute(db.request)
    await refusedWithoutSession(() => signIn('apple', { email: 'victim.three@example.org', verified: false }))
    expect(personOf(await signIn('apple', { email: 'victim.three@example.org' }))).toBe(victim.uid)
  })

  it('a Facebook account with a stranger’s email is out once the owner sets a password by mail', async () => {
    const email = 'victim.four@example.org'
    const attacker = await signIn('facebook', { email })
    const id = personOf(attacker)
    await doors.send('POST', '/api/password-resets', { email })
    const link = 'L'.repeat(43)
    await sql`insert into one_time_codes (id, purpose, subject, user_id, sent_to, code_hash, link_hash, expires_at)
      values (gen_random_uuid(), 'reset-password', 'x', ${id}, ${email}, sha256(${link}::bytea), sha256(${link}::bytea),
        clock_timestamp() + interval '30 minutes')`.execute(db.request)
    const reset = await doors.send('POST', '/api/password-resets/finish', {
      proof: { link },
      password: 'Owner*4711',
    })
    expect(reset.status).toBe(200)
    const current = await doors.send('GET', '/api/sessions/current', undefined, { token: tokenOf(attacker) })
    expect(current.status).toBe(401)
    await refusedWithoutSession(() => signIn('facebook', { email }))
    expect((await doors.signIn({ email, password: 'Owner*4711' })).status).toBe(200)
  })
})

describe('an answer belongs to the browser that asked', () => {
  it('a stranger’s answer signs no one in: state of another browser, with and without a cookie (login CSRF)', async () => {
    const attacker = await open('facebook')
    const victim = await open('facebook')
    const answer = await consent(attacker, { email: 'attacker@example.org' })
    await refusedWithoutSession(() => finish('facebook', victim.device, answer))
    await refusedWithoutSession(() => finish('facebook', '', answer))
    await refusedWithoutSession(() => doors.send('POST', '/api/sessions/social', { provider: 'facebook', ...answer }))
    const code = { ...answer, state: (await consent(victim, {})).state }
    // The code was made for another challenge.
    await refusedWithoutSession(() => finish('facebook', victim.device, code))
  })

  it('a stolen code does not work in another browser', async () => {
    for (const provider of ['facebook', 'apple'] as const) {
      const [victim, thief] = [await open(provider), await open(provider)]
      const stolen = await consent(victim, { email: `stolen.${provider}@example.org` })
      const { state } = await consent(thief, { email: 'thief@example.org' })
      await refusedWithoutSession(() => finish(provider, thief.device, { code: stolen.code, state }))
    }
  })

  it('an answer works once, also when it is sent ten times at once [design/accounts-102]', async () => {
    for (const provider of ['facebook', 'apple'] as const) {
      const browser = await open(provider)
      const answer = await consent(browser, { email: `replay.${provider}@example.org` })
      const answers = await Promise.all(Array.from({ length: 10 }, () => finish(provider, browser.device, answer)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ key }) => key === 'auth_error')).toHaveLength(9)
      await refusedWithoutSession(() => finish(provider, browser.device, answer))
      const fresh = await consent(browser, {})
      await refusedWithoutSession(() => finish(provider, browser.device, { ...fresh, code: answer.code }))
    }
  })

  it('a state is for one provider, cannot be changed, and ends', async () => {
    const browser = await open('facebook')
    const answer = await consent(browser, { email: 'state@example.org' })
    await refusedWithoutSession(() => finish('apple', browser.device, answer))
    const [subject, nonce, expiry, signature] = answer.state.split('.')
    const later = [subject, nonce, Number(expiry) + 3600, signature].join('.')
    for (const state of ['', 'x', later, `apple.${nonce}.${expiry}.${signature}`])
      await refusedWithoutSession(() => finish('facebook', browser.device, { ...answer, state }))
    const { now } = Date
    Date.now = () => now() + 601_000
    try {
      await refusedWithoutSession(() => finish('facebook', browser.device, answer))
    } finally {
      Date.now = now
    }
    expect((await finish('facebook', browser.device, answer)).status).toBe(200)
  })

  it('a page of another site cannot begin or finish', async () => {
    const browser = await open('facebook')
    const answer = await consent(browser, { email: 'origin@example.org' })
    const foreign = { origin: 'https://evil.example' }
    expect((await finish('facebook', browser.device, answer, foreign)).key).toBe('origin_refused')
    const begun = await doors.send('POST', '/api/sessions/social/begin', { provider: 'apple' }, { headers: foreign })
    expect(begun.key).toBe('origin_refused')
  })

  it('the session brought along ends with the sign-in (fixation) [design/accounts-4]', async () => {
    const person = await doors.signUp()
    const token = tokenOf(await doors.signIn({ email: person.email, password }))
    const browser = await open('facebook')
    const answer = await consent(browser, { email: 'fixation@example.org' })
    const signedIn = await finish('facebook', browser.device, answer, { authorization: `Bearer ${token}` })
    expect(signedIn.status).toBe(200)
    expect((await doors.send('GET', '/api/sessions/current', undefined, { token })).status).toBe(401)
  })
})

describe('where the browser goes', () => {
  it('is fixed by PUBLIC_URL: no Host header changes the return address [design/accounts-101]', async () => {
    const { publicUrl } = doors.server.app.config
    for (const provider of ['facebook', 'apple'] as const) {
      const { dialog } = await open(provider)
      expect(new URL(dialog).searchParams.get('redirect_uri')).toBe(`${publicUrl}/sign-in/${provider}`)
      for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example' }]) {
        const begun = await doors.send('POST', '/api/sessions/social/begin', { provider }, { headers })
        expect(begun.text).not.toContain('evil')
      }
    }
  })

  it('knows no other provider', async () => {
    for (const provider of ['google', '__proto__', 'constructor', ''])
      expect((await doors.send('POST', '/api/sessions/social/begin', { provider })).status).toBe(400)
  })
})
