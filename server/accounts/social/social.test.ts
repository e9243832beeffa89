import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSocial } from '../../providers/social/open-social.ts'
import { consentAt, type Consent, type SocialAnswer } from '../../testing/social/social-consent.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { accountsServer, goodForm, newForm } from '../accounts-fixture.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const many = { max: 1e6, windowSeconds: 60 }
const accounts = await accountsServer(database, {
  limits: { guards: { signUpPerAddress: many, signInPerAddress: many } },
})
afterAll(accounts.close)
beforeAll(() => accounts.app.settings.change({ FacebookLoginEnabled: true }, null))

type Provider = 'facebook' | 'apple'
let people = 0
const newEmail = () => `social.${++people}.${randomUUID().slice(0, 8)}@example.org`

/** A browser: it keeps the cookies that it gets. */
const newBrowser = () => {
  const kept = new Map<string, string>()
  const post = async (url: string, body: unknown) => {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await accounts.post(url, body, {
      origin: accounts.app.config.publicUrl,
      ...(cookie ? { cookie } : {}),
    })
    for (const { name, value } of answer.cookies) kept.set(name, value)
    return answer
  }
  const begin = async (provider: Provider) => {
    const { body } = await post('/api/sessions/social/begin', { provider })
    return body['url'] as string
  }
  const finish = (provider: Provider, answer: { code: string; state: string }, more: object = {}) =>
    post('/api/sessions/social', { provider, ...answer, ...more })
  return {
    kept,
    post,
    begin,
    finish,
    signIn: async (provider: Provider, consent: Consent, more: object = {}) =>
      finish(provider, await consentAt(accounts.fastify, await begin(provider), consent), more),
  }
}
const rowOf = async (id: unknown) =>
  db.request.selectFrom('users').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow()
const waysOf = async (id: unknown) =>
  (
    await db.request.selectFrom('identities').select('kind').where('user_id', '=', String(id)).orderBy('kind').execute()
  ).map(({ kind }) => kind)
const peopleCount = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from users`.execute(db.request)).rows[0]?.n)
const confirmEmail = (id: string) =>
  sql`update users set email_verified_at = clock_timestamp() where id = ${id}`.execute(db.request)
const register = async (email: string, confirmed: boolean) => {
  const { body } = await accounts.signUp(newForm({ email }))
  if (confirmed) await confirmEmail(body.uid ?? '')
  return body.uid ?? ''
}

describe('the buttons [accounts-11]', () => {
  it('are there only while FacebookLoginEnabled is on, and the calls work only then [design/accounts-100]', async () => {
    expect((await accounts.send('GET', '/api/sessions/social')).body).toEqual({ ways: ['facebook', 'apple'] })
    const browser = newBrowser()
    const answer = await consentAt(accounts.fastify, await browser.begin('facebook'), { email: newEmail() })
    await accounts.app.settings.change({ FacebookLoginEnabled: false }, null)
    expect((await accounts.send('GET', '/api/sessions/social')).body).toEqual({ ways: [] })
    const begun = await accounts.post('/api/sessions/social/begin', { provider: 'facebook' })
    expect(begun).toMatchObject({ status: 401, key: 'auth_error' })
    expect(await browser.finish('facebook', answer)).toMatchObject({ status: 401, key: 'auth_error' })
    await accounts.app.settings.change({ FacebookLoginEnabled: true }, null)
    expect((await browser.finish('facebook', answer)).status).toBe(200)
  })
})

describe('a new person', () => {
  it('of Facebook is an approved rider with an empty wallet and a referral id of name and number [accounts-43] [accounts-45]', async () => {
    const email = newEmail()
    const { status, body } = await newBrowser().signIn('facebook', { email, firstName: 'José María', lastName: 'One' })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      usertype: 'rider',
      approved: true,
      walletBalance: 0,
      loginType: 'facebook',
      firstName: 'José María',
      email,
      mobile: null,
    })
    expect(body.user?.['referralId']).toMatch(/^josémaría[1-9]\d{3}$/)
    expect(await rowOf(body.user?.['id'])).toMatchObject({ email_verified_at: null, created_by_admin: false })
    expect(await waysOf(body.user?.['id'])).toEqual(['facebook'])
  })

  it('of Facebook without a name has temp and a number [accounts-43]', async () => {
    const { body } = await newBrowser().signIn('facebook', { email: newEmail() })
    expect(body.user?.['referralId']).toMatch(/^temp[1-9]\d{3}$/)
  })

  it('of Apple has rider and a number, and the name that the page was given [accounts-44]', async () => {
    const name = { firstName: ' Ana\u202E ', lastName: 'Two' }
    const { body } = await newBrowser().signIn('apple', { email: newEmail() }, name)
    expect(body.user).toMatchObject({ loginType: 'apple', firstName: 'Ana', lastName: 'Two', approved: true })
    expect(body.user?.['referralId']).toMatch(/^rider[1-9]\d{3}$/)
  })

  it('is approved with driver_approval on, and decides nothing about the account itself', async () => {
    await accounts.app.settings.change({ driver_approval: true }, null)
    const { body } = await newBrowser().signIn('apple', { email: newEmail() })
    expect(body.user).toMatchObject({ usertype: 'rider', approved: true })
    await accounts.app.settings.change({ driver_approval: false }, null)
    const browser = newBrowser()
    const answer = await consentAt(accounts.fastify, await browser.begin('apple'), { email: newEmail() })
    for (const field of ['usertype', 'approved', 'email', 'walletBalance', 'subject'])
      expect(await browser.finish('apple', answer, { [field]: 'admin' })).toMatchObject({ status: 400 })
  })

  it('signs in to the same account the next time, in another browser', async () => {
    const email = newEmail()
    const first = await newBrowser().signIn('facebook', { email })
    const again = await newBrowser().signIn('facebook', { email })
    expect(again.body.user?.['id']).toBe(first.body.user?.['id'])
    expect(again.body.token).not.toBe(first.body.token)
  })

  it('comes twice at once and gets one account', async () => {
    const email = newEmail()
    const browsers = Array.from({ length: 5 }, newBrowser)
    const answers: SocialAnswer[] = []
    for (const browser of browsers)
      answers.push(await consentAt(accounts.fastify, await browser.begin('facebook'), { email }))
    const signedIn = await Promise.all(browsers.map((browser, i) => browser.finish('facebook', answers[i]!)))
    expect(signedIn.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(signedIn.map(({ body }) => body.user?.['id'])).size).toBe(1)
  })

  it('without a usable email has none', async () => {
    const before = await peopleCount()
    const { body } = await newBrowser().signIn('facebook', { email: 'no address', firstName: 'Rider' })
    expect(body.user).toMatchObject({ email: null })
    expect(await peopleCount()).toBe(before + 1)
  })
})

describe('the account decides like after a password', () => {
  const signedUp = async () => {
    const email = newEmail()
    const { body } = await newBrowser().signIn('facebook', { email })
    return { email, id: String(body.user?.['id']) }
  }

  it('an account that is not approved is refused with require_approval [accounts-20] [design/accounts-102]', async () => {
    const { email, id } = await signedUp()
    await sql`update users set approved = false where id = ${id}`.execute(db.request)
    expect(await newBrowser().signIn('facebook', { email })).toMatchObject({ status: 403, key: 'require_approval' })
  })

  it('email_verify does not keep Facebook and Apple users out, only those with a password [accounts-21]', async () => {
    const form = newForm()
    await accounts.signUp(form)
    await accounts.app.settings.change({ email_verify: true }, null)
    for (const provider of ['facebook', 'apple'] as const)
      expect((await newBrowser().signIn(provider, { email: newEmail() })).status).toBe(200)
    expect(await accounts.signIn(form.email, form.password)).toMatchObject({ status: 403, key: 'email_verify_message' })
    await accounts.app.settings.change({ email_verify: false }, null)
  })

  it('a profile that cannot be loaded is user_issue_contact_admin, and no new account [accounts-19] [design/accounts-102]', async () => {
    const { email, id } = await signedUp()
    await sql`update users set deleted_at = clock_timestamp() where id = ${id}`.execute(db.request)
    const before = await peopleCount()
    const answer = await newBrowser().signIn('facebook', { email })
    expect(answer).toMatchObject({ status: 403, key: 'user_issue_contact_admin' })
    expect(answer.body.token).toBeUndefined()
    expect(await peopleCount()).toBe(before)
  })

  it('a second step is asked for [design/accounts-65]', async () => {
    const { email, id } = await signedUp()
    await sql`insert into identities (id, user_id, kind, subject, secret, data)
      values (gen_random_uuid(), ${id}, 'totp', ${id}, 'x', '{"lastStep": 0}')`.execute(db.request)
    const answer = await newBrowser().signIn('facebook', { email })
    expect(answer).toMatchObject({ status: 403, key: 'two_factor_needed' })
    expect(answer.cookies.map(({ name }) => name)).not.toContain('remis')
  })
})

describe('linking [design/accounts-103]', () => {
  it('adds Apple to an account with the same email when both sides have verified it, with audit and notice', async () => {
    const email = newEmail()
    const id = await register(email, true)
    const { status, body } = await newBrowser().signIn('apple', { email: email.toUpperCase() })
    expect([status, body.user?.['id']]).toEqual([200, id])
    expect(await waysOf(id)).toEqual(['apple', 'password'])
    const audit = await db.request
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `user:${id}`)
      .execute()
    expect(audit).toEqual([{ action: 'account.link-apple' }])
    const notices = await db.request.selectFrom('notices').selectAll().where('user_id', '=', id).execute()
    expect(notices).toMatchObject([
      { message: 'notice_social_linked', params: { provider: 'Apple' }, screen: 'security' },
    ])
    expect((await accounts.signIn(email, goodForm.password)).status).toBe(200)
  })

  it.each<[string, Provider, boolean, boolean]>([
    ['Facebook, which verifies no email', 'facebook', true, true],
    ['Apple with an email that it does not call verified', 'apple', false, true],
    ['Apple, for an account that has not confirmed its email', 'apple', true, false],
  ])('is refused for %s', async (_name, provider, verified, confirmed) => {
    const email = newEmail()
    const id = await register(email, confirmed)
    const before = await peopleCount()
    expect(await newBrowser().signIn(provider, { email, verified })).toMatchObject({ status: 401, key: 'auth_error' })
    expect(await waysOf(id)).toEqual(['password'])
    expect(await peopleCount()).toBe(before)
  })

  it.each(['admin', 'fleetadmin'])('is refused for the account of an %s', async (usertype) => {
    const email = newEmail()
    const id = await register(email, true)
    await sql`update users set usertype = ${usertype} where id = ${id}`.execute(db.request)
    expect(await newBrowser().signIn('apple', { email })).toMatchObject({ status: 401, key: 'auth_error' })
    expect(await waysOf(id)).toEqual(['password'])
  })
})

describe('the office signs in without Facebook and Apple [design/accounts-140]', () => {
  it.each(['admin', 'fleetadmin'])('an account that has become %s is refused', async (usertype) => {
    const email = newEmail()
    const id = String((await newBrowser().signIn('facebook', { email })).body.user?.['id'])
    await sql`update users set usertype = ${usertype} where id = ${id}`.execute(db.request)
    const answer = await newBrowser().signIn('facebook', { email })
    expect(answer).toMatchObject({ status: 401, key: 'auth_error' })
    expect(answer.cookies.map(({ name }) => name)).not.toContain('remis')
  })
})

describe('the apps of the operator [design/accounts-107]', () => {
  const admin = async () => {
    const { body } = await accounts.signUp(newForm())
    await sql`update users set usertype = 'admin' where id = ${body.uid ?? ''}`.execute(db.request)
    const { email } = await rowOf(body.uid)
    const token = (await accounts.signIn(email ?? '', goodForm.password)).body.token
    return { authorization: `Bearer ${token}` }
  }
  const good = { config: { appId: '1234567890' }, secret: 'ab'.repeat(16) }
  const put = (headers: Record<string, string>, url: string, body: unknown) =>
    accounts.send('PUT', `/api/social-apps/${url}`, body, headers)

  it('are stored with a sealed secret, never shown, and audited', async () => {
    const headers = await admin()
    expect((await put(headers, 'facebook', good)).status).toBe(200)
    const row = await db.request.selectFrom('social_apps').selectAll().executeTakeFirstOrThrow()
    expect(row.config).toEqual(good.config)
    expect(JSON.stringify(row)).not.toContain(good.secret)
    const { body } = await accounts.send('GET', '/api/social-apps', undefined, headers)
    expect(body).toMatchObject({ facebook: { config: good.config }, apple: null })
    expect(body['returnUrls']).toMatchObject({ facebook: `${accounts.app.config.publicUrl}/sign-in/facebook` })
    expect(JSON.stringify(body)).not.toContain(good.secret)
    const audit = await db.request
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'social-app.change')
      .execute()
    expect(JSON.stringify(audit)).not.toContain(good.secret)
    expect(audit).toHaveLength(1)
    expect((await put(headers, 'facebook', { config: null })).status).toBe(200)
    expect(await db.request.selectFrom('social_apps').selectAll().execute()).toEqual([])
  })

  it('keep their secret for the same id only', async () => {
    const headers = await admin()
    await put(headers, 'facebook', good)
    expect((await put(headers, 'facebook', { config: good.config })).status).toBe(200)
    const other = await put(headers, 'facebook', { config: { appId: '9876543210' } })
    expect(other).toMatchObject({ status: 422, key: 'social_app_secret' })
    await put(headers, 'facebook', { config: null })
  })

  it.each([
    ['facebook', { config: { appId: 'x' }, secret: good.secret }],
    ['facebook', { config: good.config, secret: 'short' }],
    ['apple', { config: { servicesId: 'x', teamId: 'TEAM000001', keyId: 'KEY0000001' }, secret: 'x' }],
    ['apple', { config: { servicesId: 'a.b', teamId: 'team', keyId: 'KEY0000001' }, secret: 'x' }],
    ['apple', { config: { servicesId: 'a.b', teamId: 'TEAM000001', keyId: 'KEY0000001' }, secret: 'not a key' }],
  ])('refuses what cannot be right: %s', async (provider, body) => {
    const answer = await put(await admin(), provider, body)
    expect(answer).toMatchObject({ status: 422, key: 'social_app_invalid' })
    expect(await db.request.selectFrom('social_apps').selectAll().execute()).toEqual([])
  })
})

describe('the stand-ins of a trial for this machine [design/accounts-108]', () => {
  it('are not in production, nor in a trial that others can reach', () => {
    const { config } = accounts.app
    const opened = (more: Partial<typeof config>) => openSocial({ config: { ...config, ...more } }).standIn
    expect(opened({})).not.toBeNull()
    for (const more of [{ mode: 'production' }, { host: '0.0.0.0' }, { publicUrl: 'https://taxi.example' }] as const)
      expect(opened(more), JSON.stringify(more)).toBeNull()
  })

  it('show their dialogs to this machine alone', async () => {
    const url = new URL(await newBrowser().begin('facebook'))
    const ask = (remoteAddress: string) =>
      accounts.fastify.inject({ method: 'GET', url: url.pathname + url.search, remoteAddress })
    expect((await ask('127.0.0.1')).statusCode).toBe(200)
    expect((await ask('203.0.113.9')).statusCode).toBe(404)
  })
})

describe('the answer of Apple comes by POST [design/accounts-106]', () => {
  it('goes on to the page of the app behind #, with known fields only', async () => {
    const answer = await accounts.fastify.inject({
      method: 'POST',
      url: '/sign-in/apple',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
      payload: new URLSearchParams({ code: 'c&d', state: 's', next: '//evil.example', id_token: 'x' }).toString(),
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sign-in/apple#code=c%26d&state=s'])
    expect(answer.cookies).toEqual([])
  })
})
