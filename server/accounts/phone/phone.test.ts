import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { appCode } from '../../testing/software-authenticator.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { newForm, serverOfGuesses } from '../accounts-fixture.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const accounts = await serverOfGuesses(database)
afterAll(accounts.close)

let form: ReturnType<typeof newForm>
let uid: string
beforeEach(async () => {
  await accounts.app.settings.change({ MobileLoginEnabled: true, email_verify: false }, null)
  await db.request.deleteFrom('mail_queue').execute()
  ;({ form, uid } = await accounts.register())
})

let address = 0
/** Requests a code; `device` is the cookie of the browser. */
const begin = async (mobile = form.mobile, more: Record<string, string> = {}) => {
  const check = await accounts.humanCheck()
  const headers = { address: `10.2.${++address}.1`, ...more }
  const answer = await accounts.post('/api/sessions/phone/begin', { mobile, check }, headers)
  const device = answer.cookies.find(({ name }) => name === 'remis-device')?.value ?? ''
  return { ...answer, id: String(answer.body['verificationId']), device }
}
const finish = (id: string, otp: string, device?: string, more: Record<string, string> = {}) =>
  accounts.post(
    '/api/sessions/phone',
    { verificationId: id, otp },
    {
      ...(device === undefined ? {} : { cookie: `remis-device=${device}` }),
      ...more,
    },
  )
const codes = async () => {
  const rows = await db.request
    .selectFrom('mail_queue')
    .select(['secrets', 'template', 'channel', 'address'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ secrets, ...row }) => {
    expect(row).toMatchObject({ template: 'sign_in_code', channel: 'sms' })
    return (mailBox(accounts.app).open({ sealed: secrets ?? '' }) as { code: string }).code
  })
}
const lastCode = async () => (await codes()).at(-1) ?? ''
const wrongFor = (code: string) => (code === '999999' ? '100000' : '999999')
const sessions = async () =>
  (await db.request.selectFrom('sessions').select('id').where('user_id', '=', uid).execute()).length
const wrong = { status: 422, key: 'phone_code_wrong', cookies: [] }

describe('sign-in by phone', () => {
  it('get OTP sends a code to the phone of an account; the code signs in [accounts-23] [accounts-24]', async () => {
    const { status, id, device } = await begin(form.mobile.replace(/(\d{3})$/, ' $1'))
    expect(status).toBe(200)
    expect(id).toMatch(/^[\w-]{43}$/)
    const code = await lastCode()
    expect(Number(code)).toBeGreaterThanOrEqual(100_000)
    const answer = await finish(id, code, device)
    expect(answer).toMatchObject({ status: 200, body: { user: { uid, usertype: 'rider' } } })
    expect(answer.cookies.map(({ name }) => name)).toContain('remis')
    const user = db.request.selectFrom('users').select('mobile_verified_at').where('id', '=', uid)
    expect((await user.executeTakeFirstOrThrow()).mobile_verified_at).not.toBeNull()
  })

  it('user_does_not_exists for a phone without an account, and no SMS [accounts-23]', async () => {
    await sql`update users set deleted_at = now() where id = ${uid}`.execute(db.request)
    for (const mobile of ['+59894000001', form.mobile])
      expect(await begin(mobile)).toMatchObject({ status: 422, key: 'user_does_not_exists' })
    expect(await codes()).toEqual([])
  })

  it('otp_validate_error for what is not 6 digits from 100000 to 999999; no try counts [accounts-25]', async () => {
    const { id, device } = await begin()
    for (const otp of ['', '12345', '1234567', '012345', '099999', '12345a', ' 12345', '１２３４５６'])
      expect((await finish(id, otp, device)).key, otp).toBe('otp_validate_error')
    const row = db.request.selectFrom('one_time_codes').select('tries').where('user_id', '=', uid)
    expect((await row.executeTakeFirstOrThrow()).tries).toBe(0)
    expect((await finish(id, await lastCode(), device)).status).toBe(200)
  })

  it('exists only with MobileLoginEnabled [accounts-12]', async () => {
    const { id, device } = await begin()
    const code = await lastCode()
    await accounts.app.settings.change({ MobileLoginEnabled: false }, null)
    expect(await begin()).toMatchObject({ status: 403, key: 'mobile_login_off' })
    expect(await finish(id, code, device)).toMatchObject({ status: 403, key: 'mobile_login_off' })
    expect(await sessions()).toBe(0)
  })

  it('sends nothing without the human check [accounts-27]', async () => {
    const answer = await accounts.post('/api/sessions/phone/begin', { mobile: form.mobile })
    expect(answer).toMatchObject({ status: 422, key: 'human_check_failed' })
    expect(await codes()).toEqual([])
  })

  it('mobile_no_blank_error for what is no phone number', async () => {
    expect(await begin('12')).toMatchObject({ status: 422, key: 'mobile_no_blank_error' })
  })

  it('answers the info without a session when the account has lost the phone meanwhile [accounts-48] [design/accounts-93]', async () => {
    const { id, device } = await begin()
    const code = await lastCode()
    await sql`update users set mobile = null where id = ${uid}`.execute(db.request)
    const answer = await finish(id, code, device)
    expect(answer).toMatchObject({ status: 200, body: { info: { mobile: form.mobile } } })
    expect(answer.body.token).toBeUndefined()
    expect(answer.cookies).toEqual([])
    expect(await sessions()).toBe(0)
    expect(await finish(id, code, device)).toMatchObject(wrong)
  })

  it('refuses the unapproved and the suspended after the code, not before [accounts-20] [design/accounts-90]', async () => {
    const signInBy = async () => {
      const { id, device } = await begin()
      expect((await finish(id, wrongFor(await lastCode()), device)).key).toBe('phone_code_wrong')
      return (await finish(id, await lastCode(), device)).key
    }
    await sql`update users set approved = false where id = ${uid}`.execute(db.request)
    expect(await signInBy()).toBe('require_approval')
    await sql`update users set approved = true, suspended_at = now(), suspension_reason = 'x' where id = ${uid}`.execute(
      db.request,
    )
    expect(await signInBy()).toBe('account_suspended')
    expect(await sessions()).toBe(0)
  })

  it('a second step applies, and does not ask for a confirmed email either [design/accounts-65]', async () => {
    const token = (await accounts.signIn(form.email, form.password)).body.token ?? ''
    const bearer = { authorization: `Bearer ${token}` }
    const begun = await accounts.send('POST', '/api/account/authenticator/begin', {}, bearer)
    const offer = { token: begun.body['token'], code: appCode(String(begun.body['secret'])) }
    const added = await accounts.send('POST', '/api/account/authenticator', offer, bearer)
    const [recovery] = added.body['recoveryCodes'] as string[]
    await accounts.app.settings.change({ email_verify: true }, null)
    const before = await sessions()
    const { id, device } = await begin()
    const first = await finish(id, await lastCode(), device)
    expect(first).toMatchObject({ status: 403, key: 'two_factor_needed', cookies: [] })
    expect(await sessions()).toBe(before)
    const { challenge } = first.body
    const second = await accounts.post('/api/sessions/second-step', { challenge, code: recovery })
    expect(second).toMatchObject({ status: 200, body: { user: { uid } } })
  })

  it('does not ask for a confirmed email [accounts-21]', async () => {
    await accounts.app.settings.change({ email_verify: true }, null)
    const { id, device } = await begin()
    expect((await finish(id, await lastCode(), device)).status).toBe(200)
  })
})

describe('an unapproved driver [design/documents-7]', () => {
  const waits = (usertype: string) =>
    sql`update users set usertype = ${usertype}, approved = false where id = ${uid}`.execute(db.request)
  const enter = async (more: object) => {
    await db.request.deleteFrom('mail_queue').execute()
    const { id, device } = await begin()
    const body = { verificationId: id, otp: await lastCode(), ...more }
    return accounts.post('/api/sessions/phone', body, { cookie: `remis-device=${device}` })
  }

  it('can sign in only to the application, by code or password', async () => {
    await waits('driver')
    expect(await enter({})).toMatchObject({ status: 403, key: 'require_approval' })
    const answer = await enter({ join: true })
    expect(answer).toMatchObject({ status: 200, body: { user: { uid, approved: false } } })
    const bearer = { authorization: `Bearer ${answer.body.token}` }
    expect((await accounts.send('GET', '/api/sessions', undefined, bearer)).status).toBe(401)
  })

  it('other roles do not', async () => {
    await waits('rider')
    expect(await enter({ join: true })).toMatchObject({ status: 403, key: 'require_approval' })
  })
})

describe('codes by SMS [design/accounts-91]', () => {
  it('a code is used once, also by calls at the same time', async () => {
    const { id, device } = await begin()
    const code = await lastCode()
    const answers = await Promise.all([finish(id, code, device), finish(id, code, device)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    expect(await finish(id, code, device)).toMatchObject(wrong)
    expect(await sessions()).toBe(1)
  })

  it('a code does not work with another request, in another browser or after 10 minutes', async () => {
    const [mine, other] = [await begin(), await begin()]
    const [code = ''] = await codes()
    expect(await finish(other.id, code, mine.device)).toMatchObject(wrong)
    expect(await finish(mine.id, code, other.device)).toMatchObject(wrong)
    expect(await finish(mine.id, code)).toMatchObject(wrong)
    expect(await finish('x'.repeat(43), code, mine.device)).toMatchObject(wrong)
    await sql`update one_time_codes set expires_at = expires_at - interval '10 minutes'`.execute(db.request)
    expect(await finish(mine.id, code, mine.device)).toMatchObject(wrong)
    expect(await sessions()).toBe(0)
  })

  it('five wrong ones end it; parallel tries are all counted', async () => {
    const { id, device } = await begin()
    const code = await lastCode()
    await Promise.all(Array.from({ length: 12 }, () => finish(id, wrongFor(code), device)))
    const row = db.request.selectFrom('one_time_codes').select('tries').where('user_id', '=', uid)
    expect((await row.executeTakeFirstOrThrow()).tries).toBe(5)
    expect(await finish(id, code, device)).toMatchObject(wrong)
    expect(await sessions()).toBe(0)
  })

  it('a right one ends the others of the account', async () => {
    const [first, second] = [await begin(), await begin()]
    const [old = '', code = ''] = await codes()
    expect((await finish(second.id, code, second.device)).status).toBe(200)
    expect(await finish(first.id, old, first.device)).toMatchObject(wrong)
  })

  it('a session that is brought along ends [design/accounts-4]', async () => {
    const before = (await accounts.signIn(form.email, form.password)).body.token ?? ''
    const bearer = { authorization: `Bearer ${before}` }
    const { id, device } = await begin()
    expect((await finish(id, await lastCode(), device, bearer)).status).toBe(200)
    expect((await accounts.send('GET', '/api/sessions/current', undefined, bearer)).status).toBe(401)
  })

  it('code, request and browser are not stored in clear', async () => {
    const { id, device } = await begin()
    const { rows } = await sql`select to_jsonb(c) as row from one_time_codes c where user_id = ${uid}`.execute(
      db.request,
    )
    const stored = JSON.stringify(rows)
    for (const secret of [id, device, `"${await lastCode()}"`]) expect(stored).not.toContain(secret)
    const counters = await db.request.selectFrom('rate_counters').select('subject').execute()
    expect(JSON.stringify(counters)).not.toContain(form.mobile.slice(1))
  })
})

describe('caps of codes by SMS [design/accounts-92]', () => {
  const tooMany = { status: 429, key: 'too_many_requests' }

  it('10 requests an hour from one address, for known and unknown phones', async () => {
    const from = { address: '203.0.113.1' }
    for (let n = 0; n < 10; n++) expect((await begin(`+5989400001${n}`, from)).key).toBe('user_does_not_exists')
    expect(await begin(form.mobile, from)).toMatchObject(tooMany)
    expect((await begin(form.mobile)).status).toBe(200)
  })

  it('3 codes in 15 minutes and 10 a day to one phone', async () => {
    for (let n = 0; n < 3; n++) expect((await begin()).status).toBe(200)
    expect(await begin()).toMatchObject(tooMany)
    for (let n = 0; n < 7; n++) {
      await sql`delete from rate_counters where class = 'phone-code-0'`.execute(db.request)
      await begin()
    }
    await sql`delete from rate_counters where class = 'phone-code-0'`.execute(db.request)
    expect(await begin()).toMatchObject(tooMany)
    expect(await codes()).toHaveLength(10)
  })

  it('a stranger cannot use up the codes of a browser that signed in before', async () => {
    const known = (await accounts.signIn(form.email, form.password)).cookies.find(({ name }) => name === 'remis-device')
    for (let n = 0; n < 4; n++) await begin()
    const { status, id } = await begin(form.mobile, { cookie: `remis-device=${known?.value}` })
    expect(status).toBe(200)
    expect((await finish(id, await lastCode(), known?.value)).status).toBe(200)
  })

  /** Sets the count of today's codes to a country. */
  const used = (country: string, count: number) =>
    db.request
      .insertInto('rate_counters')
      .values({ class: 'phone-code-country', subject: country, window_start: new Date(), count })
      .execute()

  it('100 a day to another country, 5000 to that of the operator', async () => {
    await accounts.app.settings.change({ restrictCountry: 'UY' }, null)
    await used('UY', 4999)
    await used('GB', 99)
    const [british, late] = [newForm({ mobile: '+447400123456' }), newForm({ mobile: '+447400123457' })]
    await accounts.signUp(british)
    await accounts.signUp(late)
    expect((await begin()).status).toBe(200)
    expect((await begin()).key).toBe('too_many_requests')
    expect((await begin(british.mobile)).status).toBe(200)
    expect(await begin(late.mobile)).toMatchObject(tooMany)
    await accounts.app.settings.change({ restrictCountry: '' }, null)
  })

  it('counts a foreign country with the operator’s dial code as foreign [design/accounts-146]', async () => {
    await accounts.app.settings.change({ restrictCountry: 'US' }, null)
    await used('JM', 100)
    const [jamaican, american] = [newForm({ mobile: '+18765551234' }), newForm({ mobile: '+12125551234' })]
    await accounts.signUp(jamaican)
    await accounts.signUp(american)
    expect(await begin(jamaican.mobile)).toMatchObject(tooMany)
    expect((await begin(american.mobile)).status).toBe(200)
    await accounts.app.settings.change({ restrictCountry: '' }, null)
  })

  it('sends codes to known browsers with a confirmed number past the limit of the country [design/accounts-147]', async () => {
    const first = await begin()
    await finish(first.id, await lastCode(), first.device)
    await db.request.deleteFrom('rate_counters').execute()
    await used('UY', 100)
    const cookie = `remis-device=${first.device}`
    expect(await begin(), 'another browser').toMatchObject(tooMany)
    expect((await begin(form.mobile, { cookie })).status).toBe(200)
    await sql`update users set mobile_verified_at = null where id = ${uid}`.execute(db.request)
    expect(await begin(form.mobile, { cookie }), 'a number that was not confirmed').toMatchObject(tooMany)
    await sql`update users set mobile_verified_at = now() where id = ${uid}`.execute(db.request)
    await sql`update rate_counters set count = 100 where subject = 'UY known'`.execute(db.request)
    expect(await begin(form.mobile, { cookie }), 'the share of known browsers ends too').toMatchObject(tooMany)
  })
})
