import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseFor } from '../testing/test-database.ts'
import { accountsServer, goodForm, newForm } from './accounts-fixture.ts'

const database = await databaseFor(import.meta.url)
const accounts = await accountsServer(database, {
  limits: {
    guards: { signUpPerAddress: { max: 1000, windowSeconds: 60 }, lookupPerAddress: { max: 1000, windowSeconds: 60 } },
    floods: {
      'sign-up': { max: 1000, windowSeconds: 60 },
      lookup: { max: 1000, windowSeconds: 60 },
      'sign-in': { max: 1000, windowSeconds: 60 },
    },
  },
})
afterAll(accounts.close)

const users = () => database.db.request.selectFrom('users').selectAll().execute()
const userOf = async (uid: string | undefined) => (await users()).find((user) => user.id === uid)

describe('registration is checked in the documented order [accounts-31]', () => {
  beforeEach(() => database.db.request.deleteFrom('rate_counters').execute())

  it('names, email, password, phone, referral, exists: answers the first fault and writes nothing [accounts-30] [accounts-31] [accounts-33] [accounts-34]', async () => {
    const taken = newForm()
    expect((await accounts.signUp(taken)).status).toBe(200)
    const worst: Record<string, unknown> = {
      firstName: ' ',
      lastName: '\t',
      email: 'no address',
      password: 'abc',
      mobile: '12',
      referralId: 'nobody9999',
    }
    const before = (await users()).length
    const order: [string, string, unknown][] = [
      ['firstName', 'proper_input_name', 'Rider'],
      ['lastName', 'proper_input_name', 'Ninety'],
      ['email', 'proper_email', taken.email.toUpperCase()],
      ['password', 'password_alphaNumeric_check', 'abc@*#123'],
      ['mobile', 'mobile_no_blank_error', '+59894777666'],
      ['referralId', 'referer_not_found', ''],
    ]
    const form = { ...worst }
    for (const [field, key, mended] of order) {
      const answer = await accounts.signUp(form)
      expect([field, answer.status, answer.key]).toEqual([field, 422, key])
      form[field] = mended
    }
    expect(await accounts.signUp(form)).toMatchObject({ status: 422, key: 'user_exists' })
    expect(await users()).toHaveLength(before)
    expect(await accounts.signUp({ ...form, email: 'rider.other@example.org' })).toMatchObject({ status: 200 })
  })

  it.each([
    ['12345', false],
    ['x7k2m9', true],
    ['a'.repeat(30), true],
    ['a'.repeat(31), false],
    ['abc def', false],
    ['abc-def', false],
    ['пароль1', false],
    ['aB9@*#', true],
  ])('password %s [accounts-40]', async (password, good) => {
    const answer = await accounts.signUp(newForm({ password }))
    expect(answer.key).toBe(good ? undefined : 'password_alphaNumeric_check')
  })

  it('refuses common passwords, after the documented checks [design/accounts-7]', async () => {
    for (const password of ['123456', 'Password1', 'qwerty123'])
      expect(await accounts.signUp(newForm({ password }))).toMatchObject({ status: 422, key: 'password_common' })
    expect((await accounts.signUp(newForm({ password: '123456', mobile: 'x' }))).key).toBe('mobile_no_blank_error')
  })

  it('removes what cannot be seen from names [design/accounts-63]', async () => {
    const { body } = await accounts.signUp(newForm({ firstName: 'Ri\u202Eder\u200B', lastName: 'One\nTwo' }))
    const [row] = (await users()).filter(({ id }) => id === body.uid)
    expect(row).toMatchObject({ first_name: 'Rider', last_name: 'One Two' })
    expect((await accounts.signUp(newForm({ firstName: '\u200B' }))).key).toBe('proper_input_name')
  })

  it('treats all spellings of a number as one [design/accounts-9]', async () => {
    const form = newForm({ mobile: '+59894123456' })
    expect((await accounts.signUp(form)).status).toBe(200)
    expect((await accounts.signUp(newForm({ mobile: '+598094123456' }))).key).toBe('user_exists')
  })
})

describe('a new account [design/accounts-10]', () => {
  it('is an approved rider by default, with a referral code and an empty wallet [accounts-3]', async () => {
    const { body } = await accounts.signUp(newForm({ firstName: 'José María' }))
    const user = await userOf(body.uid)
    expect(user).toMatchObject({ usertype: 'rider', approved: true, created_by_admin: false, login_type: 'email' })
    expect(user?.referral_id).toMatch(/^josémaría[1-9]\d{3}$/)
  })

  it('is an unapproved driver while driver_approval is on', async () => {
    await accounts.app.settings.change({ driver_approval: true }, null)
    const waits = await accounts.signUp(newForm({ usertype: 'driver' }))
    await accounts.app.settings.change({ driver_approval: false }, null)
    const drives = await accounts.signUp(newForm({ usertype: 'driver' }))
    expect(await userOf(waits.body.uid)).toMatchObject({ usertype: 'driver', approved: false })
    expect(await userOf(drives.body.uid)).toMatchObject({ usertype: 'driver', approved: true })
  })

  it.each(['admin', 'fleetadmin', 'root', ''])('is never a %s [accounts-1] [accounts-9]', async (usertype) => {
    expect(await accounts.signUp(newForm({ usertype }))).toMatchObject({ status: 422, key: 'not_valid_user_type' })
  })

  it('ignores fields that the server decides [accounts-9]', async () => {
    const { body } = await accounts.signUp(newForm({ signupViaReferral: 'me', createdAt: 1, phone: 'x' }))
    expect(await userOf(body.uid)).toMatchObject({ signup_via_referral: null })
    for (const field of ['approved', 'walletBalance', 'id', 'fleetadmin', 'createdByAdmin', '__proto__x'])
      expect(await accounts.signUp(newForm({ [field]: true }))).toMatchObject({ status: 400, key: 'invalid_input' })
  })

  it('stores its referrer, by a code in any letter case [accounts-33]', async () => {
    const referrer = await accounts.signUp(newForm({ firstName: 'Ana' }))
    const code = (await userOf(referrer.body.uid))?.referral_id ?? ''
    const { body } = await accounts.signUp(newForm({ referralId: ` ${code.toUpperCase()} ` }))
    expect((await userOf(body.uid))?.signup_via_referral).toBe(referrer.body.uid)
    expect((await accounts.post('/validate_referrer', { referralId: code })).body).toEqual({ uid: referrer.body.uid })
    expect((await accounts.post('/validate_referrer', { referralId: 'nobody1' })).body).toEqual({})
  })

  it('has bank data only with both settings on [accounts-29] [design/accounts-12] [wallet-12]', async () => {
    const bank = { bankName: 'Bank', bankCode: '1', bankAccount: '42' }
    const without = await accounts.signUp(newForm(bank))
    await accounts.app.settings.change({ bank_fields: true, RiderWithDraw: true }, null)
    const has = await accounts.signUp(newForm(bank))
    expect(await userOf(without.body.uid)).toMatchObject({ bank_account: null })
    expect(await userOf(has.body.uid)).toMatchObject({ bank_name: 'Bank', bank_code: '1', bank_account: '42' })
  })
})

describe('races and collisions', () => {
  it('twenty concurrent sign-ups with one email make one account; the others get user_exists [accounts-34]', async () => {
    const email = 'rider.race@example.org'
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => accounts.signUp(newForm({ email: i % 2 ? email : email.toUpperCase() }))),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status !== 200).map((answer) => answer.key)).toEqual(
      Array(19).fill('user_exists'),
    )
    expect((await users()).filter((user) => user.email?.toLowerCase() === email)).toHaveLength(1)
  })

  it('gets a code with one digit more after twenty taken ones [design/accounts-11]', async () => {
    const rows = Array.from(
      { length: 9000 },
      (_, i) => `(gen_random_uuid(), 'x', 'x', 'rider', 'zoe${1000 + i}', true)`,
    )
    // a thousand at a time: one statement for all could reach the statement timeout
    for (let from = 0; from < rows.length; from += 1000)
      await sql`insert into users (id, first_name, last_name, usertype, referral_id, approved) values ${sql.raw(rows.slice(from, from + 1000).join(','))}`.execute(
        database.db.request,
      )
    const { body } = await accounts.signUp(newForm({ firstName: 'Zoe' }))
    expect((await userOf(body.uid))?.referral_id).toMatch(/^zoe\d{5}$/)
  })
})

describe('account lookups [design/accounts-15]', () => {
  it('answer ids for email and phone, nothing else, and an empty list for unknown ones', async () => {
    const form = newForm()
    const uid = (await accounts.signUp(form)).body.uid
    const ask = async (body: unknown) => (await accounts.post('/check_user_exists', body)).body
    expect(await ask({ email: form.email.toUpperCase() })).toEqual({ users: [{ uid }] })
    expect(await ask({ mobile: form.mobile })).toEqual({ users: [{ uid }] })
    expect(await ask({ email: form.email, mobile: goodForm.mobile })).toEqual({ users: [{ uid }] })
    expect(await ask({ email: 'nobody@example.org' })).toEqual({ users: [] })
    expect(await accounts.post('/check_user_exists', { email: ' ' })).toMatchObject({
      status: 422,
      key: 'email_or_mobile_issue',
    })
  })
})

describe('hostile input is 400 or 422, never 5xx, and writes nothing', () => {
  const hostile: [string, unknown][] = [
    ['NUL', newForm({ firstName: 'a\0b' })],
    ['lone surrogate', newForm({ lastName: '\ud800' })],
    ['array for a string', newForm({ email: ['a@b.co'] })],
    ['number for a string', newForm({ mobile: 59894123456 })],
    ['too long a name', newForm({ firstName: 'x'.repeat(101) })],
    ['too long a password', newForm({ password: 'x'.repeat(201) })],
    ['null form', null],
    ['SQL in the email', newForm({ email: "x'; drop table users; --@example.org" })],
    ['line break in the email', newForm({ email: 'a@example.org\nBcc: b@example.org' })],
    ['right-to-left override in the mobile', newForm({ mobile: '\u202e+59894123456' })],
  ]
  it.each(hostile)('%s', async (_name, form) => {
    const before = (await users()).length
    const answer = await accounts.signUp(form)
    expect([400, 422]).toContain(answer.status)
    expect(JSON.stringify(answer.body)).not.toMatch(/select|insert|at .*\.ts/i)
    expect(await users()).toHaveLength(before)
  })
})
