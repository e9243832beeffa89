import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { appCode } from '../../testing/software-authenticator.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { newForm, serverOfGuesses } from '../accounts-fixture.ts'
import { lockAccount } from '../account-store.ts'
import { removeWaysIn } from '../identity-store.ts'
import { sendResetMails } from '../reset/send-reset-mails.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const accounts = await serverOfGuesses(database)
afterAll(accounts.close)

/** Of the person who registered. */
let form: ReturnType<typeof newForm>
let uid: string
let token: string
beforeEach(async () => {
  await accounts.app.settings.change({ MobileLoginEnabled: true, AllowCriticalEditsAdmin: true }, null)
  await db.request.deleteFrom('mail_queue').execute()
  ;({ form, uid } = await accounts.register())
  token = (await accounts.signIn(form.email, form.password)).body.token ?? ''
})

const bearer = () => ({ authorization: `Bearer ${token}` })
const isSignedIn = async () => (await accounts.send('GET', '/api/sessions/current', undefined, bearer())).status === 200
const set = (values: Record<string, unknown>) =>
  db.request.updateTable('users').set(values).where('id', '=', uid).execute()
const user = () =>
  db.request
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'mobile', 'mobile_verified_at'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
const ways = async () =>
  (await db.request.selectFrom('identities').select('kind').where('user_id', '=', uid).orderBy('kind').execute()).map(
    ({ kind }) => kind,
  )
const addWay = (kind: 'facebook' | 'passkey') =>
  db.request
    .insertInto('identities')
    .values({
      id: crypto.randomUUID(),
      user_id: uid,
      kind,
      subject: `${kind} ${uid}`,
      data: JSON.stringify({ counter: 0 }),
    })
    .execute()
const secrets = async (channel: 'mail' | 'sms') => {
  const sent = db.request.selectFrom('mail_queue').select('secrets').where('channel', '=', channel)
  const rows = await sent.orderBy('queued_at', 'desc').execute()
  return rows.map((row) => mailBox(accounts.app).open({ sealed: row.secrets ?? '' }) as { code: string; link: string })
}

let address = 0
/** Signs in by the code of the phone, in another browser. */
const signInByPhone = async (headers: Record<string, string> = {}) => {
  const check = await accounts.humanCheck()
  const from = { address: `10.3.${++address}.1` }
  const begun = await accounts.post('/api/sessions/phone/begin', { mobile: form.mobile, check }, from)
  const device = begun.cookies.find(({ name }) => name === 'remis-device')?.value ?? ''
  const body = { verificationId: begun.body['verificationId'], otp: (await secrets('sms'))[0]?.code }
  return accounts.post('/api/sessions/phone', body, { cookie: `remis-device=${device}`, ...headers })
}
const newPassword = 'Other*4711'
/** A person who reads the mails sets a new password. */
const resetByMail = async (email = form.email) => {
  const check = await accounts.humanCheck()
  await accounts.post('/api/password-resets', { email, check }, { address: `10.4.${++address}.1` })
  await sendResetMails(accounts.app)
  const link = (await secrets('mail'))[0]?.link.split('#')[1] ?? ''
  return accounts.post('/api/password-resets/finish', { proof: { link }, password: newPassword })
}
const addAuthenticator = async () => {
  const begun = await accounts.send('POST', '/api/account/authenticator/begin', {}, bearer())
  const offer = { token: begun.body['token'], code: appCode(String(begun.body['secret'])) }
  const added = await accounts.send('POST', '/api/account/authenticator', offer, bearer())
  return (added.body['recoveryCodes'] as string[])[0]
}

describe('the first code by SMS', () => {
  it('ends the sessions, password, Facebook and email of a stranger who registered the number [design/accounts-160]', async () => {
    await addWay('facebook')
    const answer = await signInByPhone()
    expect(answer).toMatchObject({ status: 200, body: { user: { uid } } })
    expect(await isSignedIn()).toBe(false)
    expect((await accounts.signIn(form.email, form.password)).key).toBe('login_error')
    expect(await ways()).toEqual([])
    expect(await user()).toMatchObject({ email: null, email_verified_at: null, mobile: form.mobile })
    expect((await user()).mobile_verified_at).not.toBeNull()
    expect((await resetByMail()).key).toBe('reset_link_over')
    const audited = db.request.selectFrom('audit_log').select(['action', 'data']).where('subject', '=', `user:${uid}`)
    const data = { by: 'mobile', ended: expect.arrayContaining(['facebook', 'password']) as unknown }
    expect(await audited.execute()).toEqual([{ action: 'password.reset', data }])
  })

  it('an honest person keeps the account, and sets a password by mail once the email is confirmed [design/accounts-160]', async () => {
    expect((await signInByPhone()).body.user).toMatchObject({ uid, usertype: 'rider' })
    // as by the code of `/profile`
    await set({ email: form.email, email_verified_at: new Date() })
    expect((await resetByMail()).status).toBe(200)
    expect((await accounts.signIn(form.email, newPassword)).body.user).toMatchObject({ uid })
    // a later code by SMS ends nothing
    token = (await accounts.signIn(form.email, newPassword)).body.token ?? ''
    expect((await signInByPhone()).status).toBe(200)
    expect([await isSignedIn(), await ways()]).toEqual([true, ['password']])
  })

  it('does not sign in to an account with a confirmed email [design/accounts-162]', async () => {
    await set({ email_verified_at: new Date() })
    const answer = await signInByPhone()
    expect(answer).toMatchObject({ status: 401, key: 'contact_not_confirmed' })
    expect(answer.body.token).toBeUndefined()
    expect(answer.cookies.map(({ name }) => name)).not.toContain('remis')
    expect([await isSignedIn(), await ways(), (await user()).mobile_verified_at]).toEqual([true, ['password'], null])
  })

  it('keeps everything when the caller is signed in to the account [design/accounts-163]', async () => {
    await set({ email_verified_at: new Date() })
    expect((await signInByPhone(bearer())).status).toBe(200)
    expect(await ways()).toEqual(['password'])
    expect(await user()).toMatchObject({ email: form.email, mobile_verified_at: expect.any(Number) as number })
  })

  it('leaves the email of an account that the office made and no one has used [design/accounts-163]', async () => {
    await db.request.deleteFrom('identities').where('user_id', '=', uid).execute()
    await db.request.deleteFrom('sessions').where('user_id', '=', uid).execute()
    expect((await signInByPhone()).status).toBe(200)
    expect((await user()).email).toBe(form.email)
  })

  it('ends the sessions of an account without a password too [design/accounts-160]', async () => {
    await db.request.deleteFrom('identities').where('user_id', '=', uid).execute()
    expect((await signInByPhone()).status).toBe(200)
    expect([await isSignedIn(), (await user()).email]).toEqual([false, null])
  })

  it('does not sign in to an office account that has another way to sign in [design/accounts-163]', async () => {
    await set({ usertype: 'admin' })
    expect(await signInByPhone()).toMatchObject({ status: 401, key: 'contact_not_confirmed' })
    expect(await ways()).toEqual(['password'])
  })

  it('confirms the phone after the second step only, and ends nothing then [design/accounts-163]', async () => {
    const code = await addAuthenticator()
    const first = await signInByPhone()
    expect(first).toMatchObject({ status: 403, key: 'two_factor_needed' })
    expect((await user()).mobile_verified_at).toBeNull()
    const { challenge } = first.body
    expect((await accounts.post('/api/sessions/second-step', { challenge, code })).status).toBe(200)
    expect(await user()).toMatchObject({ email: form.email, mobile_verified_at: expect.any(Number) as number })
    expect(await ways()).toEqual(['password', 'totp'])
  })

  it('of a number that changed before the second step confirms nothing [design/accounts-131]', async () => {
    const code = await addAuthenticator()
    const { challenge } = (await signInByPhone()).body
    await set({ mobile: newForm().mobile })
    expect((await accounts.post('/api/sessions/second-step', { challenge, code })).key).toBe('sign_in_again')
    expect((await user()).mobile_verified_at).toBeNull()
  })

  it('a sign-in started with the old password gets no session [design/accounts-131]', async () => {
    let signing = accounts.signIn(form.email, 'wrong')
    await db.transact(async (tx) => {
      await lockAccount(tx, uid)
      signing = accounts.signIn(form.email, form.password)
      // the password was right, and the session waits
      await new Promise((resolve) => setTimeout(resolve, 700))
      await removeWaysIn(tx, uid, ['password'])
    })
    expect(await signing).toMatchObject({ status: 401, key: 'sign_in_again' })
  })

  it('ends nothing in demo mode, where accounts are shared [design/accounts-163]', async () => {
    await accounts.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect((await signInByPhone()).status).toBe(200)
    expect([await isSignedIn(), await ways()]).toEqual([true, ['password']])
  })
})

describe('the first mail of a forgotten password', () => {
  it('ends Facebook, passkeys and the phone of the person who registered the email [design/accounts-161]', async () => {
    for (const kind of ['facebook', 'passkey'] as const) await addWay(kind)
    await set({ mobile_verified_at: new Date() })
    await accounts.app.settings.change({ MobileLoginEnabled: false }, null)
    expect((await resetByMail()).status).toBe(200)
    expect([await isSignedIn(), await ways()]).toEqual([false, ['password']])
    expect(await user()).toMatchObject({ mobile: form.mobile, mobile_verified_at: null })
    expect((await accounts.signIn(form.email, newPassword)).status).toBe(200)
    await accounts.app.settings.change({ MobileLoginEnabled: true }, null)
    expect(await signInByPhone()).toMatchObject({ status: 401, key: 'contact_not_confirmed' })
  })

  it('opens nothing where a confirmed phone signs in [design/accounts-162]', async () => {
    await set({ mobile_verified_at: new Date() })
    expect(await resetByMail()).toMatchObject({ status: 422, key: 'contact_not_confirmed' })
    expect([await isSignedIn(), (await user()).email_verified_at]).toEqual([true, null])
    expect((await accounts.signIn(form.email, form.password)).status).toBe(200)
  })

  it('leaves the number and the authenticator app [design/accounts-161]', async () => {
    const code = await addAuthenticator()
    expect((await resetByMail()).status).toBe(200)
    expect([await ways(), (await user()).mobile]).toEqual([['password', 'totp'], form.mobile])
    const { challenge } = (await accounts.signIn(form.email, newPassword)).body
    expect((await accounts.post('/api/sessions/second-step', { challenge, code })).status).toBe(200)
  })

  it('a later mail removes neither passkeys nor Facebook, and the first mail of an admin no passkey [design/accounts-161] [design/accounts-163]', async () => {
    for (const kind of ['facebook', 'passkey'] as const) await addWay(kind)
    await set({ email_verified_at: new Date(), mobile_verified_at: new Date() })
    expect((await resetByMail()).status).toBe(200)
    expect(await ways()).toEqual(['facebook', 'passkey', 'password'])
    expect((await user()).mobile_verified_at).not.toBeNull()
    await set({ usertype: 'admin', email_verified_at: null, mobile_verified_at: null })
    expect((await resetByMail()).status).toBe(200)
    expect(await ways()).toEqual(['passkey', 'password'])
  })
})
