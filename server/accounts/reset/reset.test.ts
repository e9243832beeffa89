import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { newForm, serverOfGuesses } from '../accounts-fixture.ts'
import { makeResetLink } from './make-reset-link.ts'
import { sendResetMails } from './send-reset-mails.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const accounts = await serverOfGuesses(database)
afterAll(accounts.close)

let form: ReturnType<typeof newForm>
let uid: string
beforeEach(async () => {
  ;({ form, uid } = await accounts.register())
})

const password = 'Other*4711'
let address = 0
const askFrom = async (email: string, headers?: Record<string, string>) =>
  accounts.post('/api/password-resets', { email, check: await accounts.humanCheck() }, headers)
const forget = async (email = form.email, headers = {}) => {
  const answer = await askFrom(email, { address: `10.1.${++address}.1`, ...headers })
  await sendResetMails(accounts.app)
  return String(answer.body['request'])
}
const finish = (proof: unknown, wanted = password) =>
  accounts.post('/api/password-resets/finish', { proof, password: wanted })
const mails = async () => {
  const rows = await db.request
    .selectFrom('mail_queue')
    .select(['secrets', 'template'])
    .where('user_id', '=', uid)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => {
    expect(row.template).toBe('reset_password')
    const { link, code } = mailBox(accounts.app).open({ sealed: row.secrets ?? '' }) as { link: string; code: string }
    expect(link).toMatch(/^\/reset-password#[\w-]{43}$/)
    return { link: link.split('#')[1] ?? '', code }
  })
}
const mailOf = async () => {
  const last = (await mails()).at(-1)
  if (last === undefined) throw new Error('no mail')
  return last
}
const signIn = (secret: string) => accounts.signIn(form.email, secret)
const wrongFor = (code: string) => (code === '999999' ? '100000' : '999999')
/** The account signs in with the password it had, and not with the wanted one. */
const nothingChanged = async () => {
  expect((await signIn(form.password)).status).toBe(200)
  expect((await signIn(password)).key).toBe('login_error')
}

describe('forgotten password [accounts-22]', () => {
  it('the link sets a new password once; all sessions end and all browsers are forgotten [design/accounts-81]', async () => {
    const sessions = [await signIn(form.password), await signIn(form.password)]
    await forget()
    const { link } = await mailOf()
    expect((await finish({ link })).status).toBe(200)
    expect((await signIn(form.password)).key).toBe('login_error')
    for (const { body } of sessions) {
      const bearer = { authorization: `Bearer ${body.token}` }
      expect((await accounts.send('GET', '/api/sessions/current', undefined, bearer)).status).toBe(401)
    }
    const devices = db.request.selectFrom('known_devices').selectAll().where('user_id', '=', uid)
    expect(await devices.execute()).toEqual([])
    expect((await signIn(password)).status).toBe(200)
    expect(await finish({ link }, 'Third*4711')).toMatchObject({ status: 422, key: 'reset_link_over' })
    expect((await signIn('Third*4711')).key).toBe('login_error')
    const user = db.request.selectFrom('users').select('email_verified_at').where('id', '=', uid)
    expect((await user.executeTakeFirstOrThrow()).email_verified_at).not.toBeNull()
    const audit = db.request.selectFrom('audit_log').select('action').where('subject', '=', `user:${uid}`)
    expect(await audit.execute()).toEqual([{ action: 'password.reset' }])
  })

  it('the code sets it with the request it was sent for, and with no other', async () => {
    const [mine, other] = [await forget(), await forget('nobody@example.org')]
    const { code, link } = await mailOf()
    expect(Number(code)).toBeGreaterThanOrEqual(100_000)
    expect(await finish({ request: other, code })).toMatchObject({ status: 422, key: 'reset_code_wrong' })
    await nothingChanged()
    expect((await finish({ request: mine, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
    // used up together with the link
    expect((await finish({ link }, 'Third*4711')).key).toBe('reset_link_over')
    expect((await finish({ request: mine, code }, 'Third*4711')).key).toBe('reset_code_wrong')
    expect((await signIn(password)).status).toBe(200)
  })

  it('five wrong codes end the code; its link still works', async () => {
    const request = await forget()
    const { code, link } = await mailOf()
    for (let n = 0; n < 5; n++) expect((await finish({ request, code: wrongFor(code) })).key).toBe('reset_code_wrong')
    expect((await finish({ request, code })).key).toBe('reset_code_wrong')
    await nothingChanged()
    expect((await finish({ link })).status).toBe(200)
  })

  it('parallel tries at one code are all counted', async () => {
    const request = await forget()
    const { code } = await mailOf()
    await Promise.all(Array.from({ length: 12 }, () => finish({ request, code: wrongFor(code) })))
    const row = db.request.selectFrom('one_time_codes').select('tries').where('user_id', '=', uid)
    expect((await row.executeTakeFirstOrThrow()).tries).toBe(5)
    expect((await finish({ request, code })).key).toBe('reset_code_wrong')
  })

  it('of two calls with one link at once, one wins', async () => {
    await forget()
    const { link } = await mailOf()
    const answers = await Promise.all([finish({ link }, 'First*4711'), finish({ link }, 'Second*4711')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    const winner = answers[0]?.status === 200 ? 'First*4711' : 'Second*4711'
    expect((await signIn(winner)).status).toBe(200)
  })

  it('a forged link, one that is 30 minutes old and one for a former email change nothing', async () => {
    const request = await forget()
    const { link, code } = await mailOf()
    for (const forged of ['', 'x'.repeat(43), link.toLowerCase(), `${link}x`])
      expect((await finish({ link: forged })).key).toBe('reset_link_over')

    const users = db.request.updateTable('users').where('id', '=', uid)
    await users.set({ email: `moved.${form.email}` }).execute()
    expect((await finish({ link })).key).toBe('reset_link_over')
    await users.set({ email: form.email }).execute()
    await nothingChanged()

    await forget()
    const second = await mailOf()
    await sql`update one_time_codes set expires_at = clock_timestamp() where user_id = ${uid}`.execute(db.request)
    expect((await finish({ link: second.link })).key).toBe('reset_link_over')
    expect((await finish({ request, code })).key).toBe('reset_code_wrong')
    await nothingChanged()
  })

  it('a link is valid for 30 minutes from the request, not from the mail', async () => {
    await askFrom(form.email)
    await sql`update reset_requests set created_at = created_at - interval '31 minutes'`.execute(db.request)
    await sendResetMails(accounts.app)
    expect((await finish({ link: (await mailOf()).link })).key).toBe('reset_link_over')
  })

  it('sends the mail of a request behind one that always fails, which stays', async () => {
    await askFrom('nobody@example.org')
    await askFrom(form.email)
    const { app } = accounts
    let turns = 0
    const transact: typeof app.db.transact = (work) =>
      turns++ === 0 ? Promise.reject(new Error('it fails')) : app.db.transact(work)
    await sendResetMails({ ...app, db: { ...app.db, transact } }, 1)
    expect((await mails()).length).toBe(1)
    expect(await db.request.selectFrom('reset_requests').select('email').execute()).toEqual([
      { email: 'nobody@example.org' },
    ])
    await sendResetMails(app)
  })

  it('a used link ends the other links of the account [design/accounts-82]', async () => {
    await forget()
    await forget()
    const [first, second] = await mails()
    expect((await finish({ link: second?.link })).status).toBe(200)
    expect((await finish({ link: first?.link }, 'Third*4711')).key).toBe('reset_link_over')
  })

  it('checks the new password before the link, and keeps the link [design/accounts-82]', async () => {
    await forget()
    const { link } = await mailOf()
    expect(await finish({ link }, 'a b')).toMatchObject({ status: 422, key: 'password_alphaNumeric_check' })
    expect(await finish({ link }, 'password1')).toMatchObject({ status: 422, key: 'password_common' })
    expect((await finish({ link })).status).toBe(200)
  })

  it('does not let a disapproved person in [design/accounts-82]', async () => {
    const driver = newForm({ usertype: 'driver' })
    uid = (await accounts.signUp(driver)).body.uid ?? ''
    await forget(driver.email)
    expect((await finish({ link: (await mailOf()).link })).status).toBe(200)
    expect((await accounts.signIn(driver.email, password)).key).toBe('require_approval')
  })

  it('sends nothing without the human check [design/accounts-94]', async () => {
    const refused = await accounts.post('/api/password-resets', { email: form.email })
    expect(refused).toMatchObject({ status: 422, key: 'human_check_failed' })
    await sendResetMails(accounts.app)
    expect(await mails()).toEqual([])
  })

  it('answers proper_email for what is no address, without a request', async () => {
    expect(await accounts.post('/api/password-resets', { email: 'rider' })).toMatchObject({
      status: 422,
      key: 'proper_email',
    })
    expect(await db.request.selectFrom('reset_requests').selectAll().execute()).toEqual([])
  })

  it('stores neither link, code nor request in clear', async () => {
    const request = await forget()
    const { link, code } = await mailOf()
    const rows = await sql`select to_jsonb(c) as row from one_time_codes c where user_id = ${uid}`.execute(db.request)
    const stored = JSON.stringify(rows.rows)
    for (const secret of [link, request]) expect(stored).not.toContain(secret)
    expect(stored).not.toContain(`"${code}"`)
  })
})

describe('limits of forgotten passwords [design/accounts-80]', () => {
  it('10 requests an hour from one address, known and unknown emails alike', async () => {
    const from = (email: string) => askFrom(email, { address: '203.0.113.1' })
    for (let n = 0; n < 10; n++) expect((await from(n % 2 ? form.email : `nobody${n}@example.org`)).status).toBe(200)
    expect((await from('nobody@example.org')).key).toBe('too_many_requests')
    expect((await from(form.email)).key).toBe('too_many_requests')
  })

  it('3 mails to an account in 15 minutes and 10 a day, said to no one', async () => {
    for (let n = 0; n < 5; n++) expect(await forget()).toHaveLength(43)
    expect(await mails()).toHaveLength(3)
    for (let round = 0; round < 4; round++) {
      await sql`delete from rate_counters where class = 'reset-soon'`.execute(db.request)
      for (let n = 0; n < 3; n++) await forget()
    }
    expect(await mails()).toHaveLength(10)
  })

  it('a stranger cannot use up the mails of a browser that signed in before', async () => {
    const device = (await signIn(form.password)).cookies.find(({ name }) => name === 'remis-device')
    for (let n = 0; n < 5; n++) await forget()
    await forget(form.email, { cookie: `remis-device=${device?.value}` })
    expect(await mails()).toHaveLength(4)
  })
})

describe('an operator’s link [design/accounts-151]', () => {
  const make = async (email: string) => {
    const link = await makeResetLink(db, 'https://taxi.example', email, 'operator')
    return link?.split('https://taxi.example/reset-password#')[1]
  }

  it('sets a new password once, ends the sessions, and leaves an audit row', async () => {
    const { body } = await signIn(form.password)
    const link = await make(` ${form.email.toUpperCase()} `)
    expect(link).toMatch(/^[\w-]{43}$/)
    expect((await finish({ link })).status).toBe(200)
    const bearer = { authorization: `Bearer ${body.token}` }
    expect((await accounts.send('GET', '/api/sessions/current', undefined, bearer)).status).toBe(401)
    expect((await signIn(password)).status).toBe(200)
    expect((await finish({ link }, 'Third*4711')).key).toBe('reset_link_over')
    const audit = db.request
      .selectFrom('audit_log')
      .select(['action', 'actor_role', 'data'])
      .where('subject', '=', `user:${uid}`)
      .orderBy('id')
    expect(await audit.execute()).toMatchObject([
      { action: 'password.link', actor_role: 'system', data: { by: 'operator' } },
      { action: 'password.reset' },
    ])
  })

  it('confirms no email, since no mail arrived, and removes what a first mail removes', async () => {
    const facebook = { id: crypto.randomUUID(), user_id: uid, kind: 'facebook' as const, subject: uid, data: '{}' }
    await db.request.insertInto('identities').values(facebook).execute()
    expect((await finish({ link: await make(form.email) })).status).toBe(200)
    const users = db.request.selectFrom('users').select('email_verified_at').where('id', '=', uid)
    expect(await users.executeTakeFirst()).toEqual({ email_verified_at: null })
    const ways = db.request.selectFrom('identities').select('kind').where('user_id', '=', uid)
    expect(await ways.execute()).toEqual([{ kind: 'password' }])
  })

  it('ends an earlier link, and is over after an hour', async () => {
    const first = await make(form.email)
    const second = await make(form.email)
    expect((await finish({ link: first })).key).toBe('reset_link_over')
    await sql`update one_time_codes set expires_at = expires_at - interval '59 minutes' where user_id = ${uid}`.execute(
      db.request,
    )
    expect((await finish({ link: second })).status).toBe(200)
    const third = await make(form.email)
    await sql`update one_time_codes set expires_at = expires_at - interval '60 minutes' where user_id = ${uid}`.execute(
      db.request,
    )
    expect((await finish({ link: third })).key).toBe('reset_link_over')
    expect(await make('nobody@example.org')).toBe(undefined)
  })
})
