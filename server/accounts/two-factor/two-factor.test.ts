import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appCode as codeOf, softwareAuthenticator } from '../../testing/software-authenticator.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { accountsServer, newForm } from '../accounts-fixture.ts'
import { resetTwoFactor } from './reset-two-factor.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const accounts = await accountsServer(database, {
  limits: {
    session: { confirmSeconds: 300 },
    guards: {
      secondStepPerPlace: { free: 3, firstSeconds: 10, mostSeconds: 40, forgetHours: 24 },
      secondStepPerAccount: { free: 5, firstSeconds: 10, mostSeconds: 40, forgetHours: 24 },
    },
  },
})
afterAll(accounts.close)
beforeEach(async () => {
  await db.request.deleteFrom('rate_counters').execute()
  await db.request.deleteFrom('guess_delays').execute()
})

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` })
const origin = accounts.app.config.publicUrl
/** Waits for the next step when this one ends within 3 s: a code must still be valid when it arrives. */
const withinStep = () => new Promise((done) => setTimeout(done, Math.max(0, (Date.now() % 30_000) - 27_000) && 3100))
/** Forgets the step of the last accepted code, so that the current code is accepted again. */
const forgetStep = () =>
  sql`update identities set data = jsonb_set(data, '{lastStep}', '0') where kind = 'totp'`.execute(db.request)

interface Member {
  readonly form: ReturnType<typeof newForm>
  readonly uid: string
  readonly token: string
  readonly send: (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) => ReturnType<typeof accounts.send>
}

const member = async (): Promise<Member> => {
  const form = newForm()
  const { body } = await accounts.signUp(form)
  const token = String((await accounts.signIn(form.email, form.password)).body.token)
  return {
    form,
    uid: String(body.uid),
    token,
    send: (method, url, sent) => accounts.send(method, url, sent, bearer(token)),
  }
}

const withApp = async (who: Member) => {
  const begun = (await who.send('POST', '/api/account/authenticator/begin', {})).body
  const secret = String(begun['secret'])
  const added = await who.send('POST', '/api/account/authenticator', { token: begun['token'], code: codeOf(secret) })
  await forgetStep()
  return { secret, added, codes: added.body['recoveryCodes'] as string[] }
}
const withPasskey = async (who: Member, key = softwareAuthenticator({ origin })) => {
  const { body } = await who.send('POST', '/api/account/passkeys/begin', {})
  const passkey = key.make(body['options'] as { challenge: string })
  return { key, added: await who.send('POST', '/api/account/passkeys', { name: 'Phone', passkey }) }
}
const begin = async ({ form }: Member, more: Record<string, string> = {}) => {
  const answer = await accounts.signIn(form.email, form.password, more)
  expect(answer).toMatchObject({ status: 403, key: 'two_factor_needed', cookies: [] })
  return answer.body as Record<string, unknown> & { challenge: string; passkey: { challenge: string } }
}
const finish = (body: object, more: Record<string, string> = {}) =>
  accounts.post('/api/sessions/second-step', body, more)
const current = (token: unknown) => accounts.send('GET', '/api/sessions/current', undefined, bearer(token))

describe('an authenticator app [design/accounts-65]', () => {
  let one: Member
  let secret: string
  let codes: string[]
  beforeAll(async () => {
    one = await member()
    const other = String((await accounts.signIn(one.form.email, one.form.password)).body.token)
    const result = await withApp(one)
    ;({ secret, codes } = result)
    expect(result.added.status).toBe(200)
    expect((await current(other)).status, 'sessions that began without it have ended').toBe(401)
    expect((await current(one.token)).status).toBe(200)
  })
  beforeEach(forgetStep)

  it('brings ten recovery codes once; secret and codes are not in the database in clear', async () => {
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    const rows = JSON.stringify([
      await db.request.selectFrom('identities').selectAll().execute(),
      await db.request.selectFrom('recovery_codes').selectAll().execute(),
    ])
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(secret.toLowerCase())
    for (const code of codes) expect(rows).not.toContain(code)
    expect((await one.send('GET', '/api/account/security')).body).toMatchObject({
      password: true,
      required: false,
      authenticator: { createdAt: expect.any(Number) as number },
      recoveryCodes: 10,
      passkeys: [],
    })
  })

  it('the password is not enough; the current, previous and next code work', async () => {
    await withinStep()
    for (const off of [0, -30_000, 30_000]) {
      await forgetStep()
      const { challenge, authenticator } = await begin(one)
      expect(authenticator).toBe(true)
      const answer = await finish({ challenge, code: codeOf(secret, Date.now() + off) })
      expect(answer.status).toBe(200)
      expect((await current(answer.body.token)).status).toBe(200)
    }
    const { challenge } = await begin(one)
    for (const code of [codeOf(secret, Date.now() - 90_000), codeOf(secret, Date.now() + 90_000)])
      expect(await finish({ challenge, code })).toMatchObject({ status: 422, key: 'second_step_wrong', cookies: [] })
  })

  it('a code is accepted once, also by calls at the same time, and no earlier code', async () => {
    await withinStep()
    const [first, second] = [await begin(one), await begin(one)]
    const code = codeOf(secret)
    const answers = await Promise.all([first, second].map(({ challenge }) => finish({ challenge, code })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const { challenge } = await begin(one)
    expect((await finish({ challenge, code: codeOf(secret, Date.now() - 30_000) })).key).toBe('second_step_wrong')
  })

  it('a recovery code signs in once, however it is typed', async () => {
    const code = String(codes[0]).toLowerCase().replace('-', ' ')
    const { challenge } = await begin(one)
    expect((await finish({ challenge, code })).status).toBe(200)
    expect((await finish({ challenge: (await begin(one)).challenge, code })).key).toBe('second_step_wrong')
    expect((await one.send('GET', '/api/account/security')).body['recoveryCodes']).toBe(9)
    const fresh = await one.send('POST', '/api/account/recovery-codes', {})
    expect(fresh.body['recoveryCodes']).toHaveLength(10)
    expect((await finish({ challenge: (await begin(one)).challenge, code: codes[1] })).key).toBe('second_step_wrong')
  })

  it('a challenge is for one sign-in, one account and one password', async () => {
    const { challenge } = await begin(one)
    expect((await finish({ challenge, code: codeOf(secret) })).status).toBe(200)
    await forgetStep()
    expect(await finish({ challenge, code: codeOf(secret) })).toMatchObject({ status: 401, key: 'sign_in_again' })
    const other = await member()
    const mine = await begin(one)
    const [, ...rest] = mine.challenge.split('.')
    for (const forged of [[other.uid, ...rest].join('.'), mine.challenge.slice(0, -2), 'x', ''])
      expect((await finish({ challenge: forged, code: codeOf(secret) })).key).toBe('sign_in_again')
    const before = await begin(one)
    const changed = await one.send('POST', '/api/account/password', {
      current: one.form.password,
      password: 'new*4711',
    })
    expect(changed.status).toBe(200)
    one.form.password = 'new*4711'
    expect((await finish({ challenge: before.challenge, code: codeOf(secret) })).key).toBe('sign_in_again')
  })

  it('wrong codes delay the next, for the right one too; the owner’s browser has a separate count', async () => {
    const home = { address: '198.51.100.9' }
    const device = (await finish({ challenge: (await begin(one, home)).challenge, code: codeOf(secret) }, home)).cookies
    const cookie = `remis-device=${device.find(({ name }) => name === 'remis-device')?.value}`
    await forgetStep()
    const { challenge } = await begin(one, { address: '203.0.113.1' })
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await finish({ challenge, code: '000000' }, { address: `203.${n}.113.1` }))
    expect(answers.slice(0, 6).map(({ key }) => key)).toEqual(Array(6).fill('second_step_wrong'))
    expect(answers.slice(6).map(({ key }) => key)).toEqual(Array(2).fill('too_many_requests'))
    expect((await finish({ challenge, code: codeOf(secret) }, { address: '203.9.113.1' })).status).toBe(429)
    expect((await finish({ challenge, code: codeOf(secret) }, { address: '203.9.113.1', cookie })).status).toBe(200)
  })

  it('a token from before the sign-in is invalid after the second step (fixation) [design/accounts-4]', async () => {
    const brought = bearer(one.token)
    const { challenge } = await begin(one, brought)
    expect((await current(one.token)).status, 'a first step changes nothing').toBe(200)
    const answer = await finish({ challenge, code: codeOf(secret) }, brought)
    expect(answer.status).toBe(200)
    expect((await current(one.token)).status).toBe(401)
  })
})

describe('setting it up', () => {
  it('needs the password of the last five minutes, and a right code of the offered secret', async () => {
    const who = await member()
    const begun = (await who.send('POST', '/api/account/authenticator/begin', {})).body
    expect(begun['uri']).toContain(`secret=${String(begun['secret'])}`)
    const add = (code: string, token = begun['token'], by = who) =>
      by.send('POST', '/api/account/authenticator', { token, code })
    expect((await add('000000')).key).toBe('second_step_wrong')
    expect((await add(codeOf(String(begun['secret'])), 'x')).key).toBe('second_step_late')
    const theirs = await add(codeOf(String(begun['secret'])), begun['token'], await member())
    expect(theirs.key).toBe('second_step_late')
    const confirmed = (ago: string) =>
      sql`update sessions set confirmed_at = clock_timestamp() - ${ago}::interval where user_id = ${who.uid}`.execute(
        db.request,
      )
    await confirmed('290 s')
    expect((await who.send('POST', '/api/account/authenticator/begin', {})).status).toBe(200)
    await confirmed('301 s')
    for (const [url, body] of [
      ['/api/account/authenticator/begin', {}],
      ['/api/account/passkeys/begin', {}],
      ['/api/account/authenticator', { token: begun['token'], code: codeOf(String(begun['secret'])) }],
      ['/api/account/authenticator/remove', {}],
      ['/api/account/recovery-codes', {}],
      ['/api/account/passkeys/remove', { id: who.uid }],
    ] as const)
      expect((await who.send('POST', url, body)).key, url).toBe('confirm_password')
    await who.send('POST', '/api/sessions/current/confirm', { password: who.form.password })
    expect((await add(codeOf(String(begun['secret'])))).status).toBe(200)
  })

  it('removing the last step removes the recovery codes and the second step; each change sends a notice and is audited', async () => {
    const who = await member()
    await withApp(who)
    const { added } = await withPasskey(who)
    expect(added.body['recoveryCodes'], 'codes come with the first step').toBe(null)
    await who.send('POST', '/api/account/authenticator/remove', {})
    const { id } = added.body['passkey'] as { id: string }
    expect((await who.send('POST', '/api/account/passkeys/remove', { id })).status).toBe(200)
    expect((await who.send('POST', '/api/account/passkeys/remove', { id })).status).toBe(404)
    expect((await accounts.signIn(who.form.email, who.form.password)).status).toBe(200)
    const notices = await db.request.selectFrom('notices').select('message').where('user_id', '=', who.uid).execute()
    expect(notices.map(({ message }) => message).toSorted()).toEqual([
      'notice_second_step_added',
      'notice_second_step_added',
      'notice_second_step_removed',
      'notice_second_step_removed',
    ])
    const audit = await db.request
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', who.uid)
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual([
      'two-factor.add',
      'two-factor.add',
      'two-factor.remove',
      'two-factor.remove',
    ])
    expect((await who.send('POST', '/api/account/recovery-codes', {})).key).toBe('second_step_missing')
  })
})

describe('passkeys [design/accounts-66]', () => {
  it('sign in without email and password, once per question', async () => {
    const who = await member()
    const { key, added } = await withPasskey(who)
    expect(added.status).toBe(200)
    expect(added.body['recoveryCodes']).toHaveLength(10)
    const { question } = (await accounts.post('/api/sessions/passkey/begin', {})).body as unknown as {
      question: { challenge: string }
    }
    const passkey = key.answer(question)
    const answer = await accounts.post('/api/sessions/passkey', { passkey })
    expect(answer.status).toBe(200)
    expect((await current(answer.body.token)).body.user).toMatchObject({ email: who.form.email })
    expect(await accounts.post('/api/sessions/passkey', { passkey })).toMatchObject({
      status: 401,
      key: 'passkey_refused',
    })
  })

  it('replace a code as the second step after the password', async () => {
    const who = await member()
    const { key } = await withPasskey(who)
    const { challenge, passkey, authenticator } = await begin(who)
    expect(authenticator).toBe(false)
    expect((await finish({ challenge, passkey: key.answer(passkey) })).status).toBe(200)
  })

  it('refuses another site, key, question, account or copy of the key, and an answer without a check of the owner', async () => {
    const who = await member()
    const { key } = await withPasskey(who)
    const ask = async () =>
      ((await accounts.post('/api/sessions/passkey/begin', {})).body as unknown as { question: { challenge: string } })
        .question
    const refused = async (passkey: object) =>
      expect(await accounts.post('/api/sessions/passkey', { passkey })).toMatchObject({
        key: 'passkey_refused',
        cookies: [],
      })
    await refused(key.answer(await ask(), 'https://phishing.example'))
    await refused({ ...softwareAuthenticator({ origin }).answer(await ask()), id: key.id })
    await refused(softwareAuthenticator({ origin }).answer(await ask()))
    await refused(key.answer({ challenge: Buffer.from('forged').toString('base64url') }))
    await refused(key.answer({ challenge: (await begin(who)).passkey.challenge }))
    const other = await member()
    const theirs = await withPasskey(other)
    const { challenge, passkey } = await begin(who)
    expect((await finish({ challenge, passkey: theirs.key.answer(passkey) })).key).toBe('second_step_wrong')
    const careless = softwareAuthenticator({ origin, verifiesOwner: false })
    await withPasskey(who, careless)
    await refused(careless.answer(await ask()))
    const step = await begin(who)
    expect((await finish({ challenge: step.challenge, passkey: careless.answer(step.passkey) })).status).toBe(200)
    key.count(20)
    expect((await accounts.post('/api/sessions/passkey', { passkey: key.answer(await ask()) })).status).toBe(200)
    key.count(5)
    await refused(key.answer(await ask()))
  })

  it('a question of one session makes no passkey in another, nor twice; a key belongs to one account', async () => {
    const [who, other] = [await member(), await member()]
    const key = softwareAuthenticator({ origin })
    const { body } = await who.send('POST', '/api/account/passkeys/begin', {})
    const passkey = key.make(body['options'] as { challenge: string })
    const add = (by: Member, name = 'Key') => by.send('POST', '/api/account/passkeys', { name, passkey })
    expect((await add(other)).key).toBe('passkey_refused')
    expect((await add(who, ' ')).key).toBe('passkey_name_missing')
    expect((await add(who)).status).toBe(200)
    expect((await add(who)).key).toBe('passkey_refused')
    expect((await withPasskey(other, key)).added.key).toBe('passkey_known')
  })

  it('can be renamed and removed by their owner alone', async () => {
    const [who, other] = [await member(), await member()]
    const { added } = await withPasskey(who)
    const { id } = added.body['passkey'] as { id: string }
    for (const [url, body] of [
      ['/api/account/passkeys/rename', { id, name: 'Theirs' }],
      ['/api/account/passkeys/remove', { id }],
    ] as const)
      expect((await other.send('POST', url, body)).status, url).toBe(404)
    expect((await who.send('POST', '/api/account/passkeys/rename', { id, name: 'Work' })).status).toBe(200)
    expect((await who.send('GET', '/api/account/security')).body['passkeys']).toMatchObject([{ id, name: 'Work' }])
  })
})

describe('required for admins [design/accounts-69]', () => {
  const admin = async (): Promise<Member> => {
    const who = await member()
    await sql`update users set usertype = 'admin' where id = ${who.uid}`.execute(db.request)
    return who
  }
  const required = (on: boolean) => accounts.app.settings.change({ adminTwoFactor: on }, null)
  afterAll(() => required(false))

  it('an admin without a second step may set one up and nothing else, and then keeps one', async () => {
    const who = await admin()
    await required(true)
    expect((await current(who.token)).body.user).toMatchObject({ twoFactorNeeded: true })
    expect((await who.send('GET', '/api/account/security')).body['required']).toBe(true)
    const { key } = await withPasskey(who)
    expect((await current(who.token)).body.user).not.toHaveProperty('twoFactorNeeded')
    const { passkeys } = (await who.send('GET', '/api/account/security')).body as unknown as {
      passkeys: { id: string }[]
    }
    const removed = await who.send('POST', '/api/account/passkeys/remove', { id: passkeys[0]?.id })
    expect(removed).toMatchObject({ status: 422, key: 'second_step_kept' })
    const { challenge, passkey } = await begin(who)
    expect((await finish({ challenge, passkey: key.answer(passkey) })).status).toBe(200)
  })

  it('is not asked of others, nor in demo mode, where no one can change how to sign in', async () => {
    await required(true)
    const rider = await member()
    expect((await current(rider.token)).body.user).not.toHaveProperty('twoFactorNeeded')
    const who = await admin()
    await accounts.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect((await current(who.token)).body.user).not.toHaveProperty('twoFactorNeeded')
    expect((await who.send('POST', '/api/account/passkeys/begin', {})).key).toBe('demo_mode')
    await accounts.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })
})

describe('an operator’s reset [design/accounts-68]', () => {
  it('removes steps and codes, ends the sessions, and leaves an audit row; the password alone opens again', async () => {
    const who = await member()
    const { codes } = await withApp(who)
    await withPasskey(who)
    expect(await resetTwoFactor(db, who.form.email.toUpperCase(), 'operator')).toBe('done')
    expect((await current(who.token)).status).toBe(401)
    const answer = await accounts.signIn(who.form.email, who.form.password)
    expect(answer.status).toBe(200)
    expect(codes).toHaveLength(10)
    const { count } = await db.request
      .selectFrom('recovery_codes')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', who.uid)
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
    const audit = await db.request
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'two-factor.reset')
      .execute()
    expect(audit).toMatchObject([{ actor_role: 'system', subject: `user:${who.uid}`, data: { by: 'operator' } }])
    expect(await resetTwoFactor(db, who.form.email, 'operator')).toBe('none')
    expect(await resetTwoFactor(db, 'nobody@example.org', 'operator')).toBe('unknown')
  })
})
