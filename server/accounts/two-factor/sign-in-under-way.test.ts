import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { appCode, softwareAuthenticator } from '../../testing/software-authenticator.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { makeTestFailpoints } from '../../testing/test-failpoints.ts'
import { accountsServer, newForm } from '../accounts-fixture.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const failpoint = makeTestFailpoints()
const accounts = await accountsServer(database, { failpoint })
afterAll(accounts.close)

type Form = ReturnType<typeof newForm>

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` })
const signInOf = async ({ email, password }: Form) => (await accounts.signIn(email, password)).body.token
const addAuthenticator = async (token: unknown) => {
  const { body } = await accounts.post('/api/account/authenticator/begin', {}, bearer(token))
  const code = appCode(String(body['secret']))
  return accounts.post('/api/account/authenticator', { token: body['token'], code }, bearer(token))
}

const byPassword = ({ email, password }: Form) => Promise.resolve(() => accounts.signIn(email, password))
const byPhone = async ({ mobile }: Form) => {
  await accounts.app.settings.change({ MobileLoginEnabled: true }, null)
  const begun = await accounts.post('/api/sessions/phone/begin', { mobile, check: await accounts.humanCheck() })
  const device = begun.cookies.find(({ name }) => name === 'remis-device')?.value ?? ''
  const mail = db.request.selectFrom('mail_queue').select('secrets').where('template', '=', 'sign_in_code')
  const { secrets } = await mail.orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  const { code: otp } = mailBox(accounts.app).open({ sealed: secrets ?? '' }) as { code: string }
  const { verificationId } = begun.body
  return () => accounts.post('/api/sessions/phone', { verificationId, otp }, { cookie: `remis-device=${device}` })
}

it.each([
  ['password', '/api/sessions', byPassword],
  ['code by SMS', '/api/sessions/phone', byPhone],
] as const)(
  'a sign-in by %s opens no session if the first second step is added meanwhile [design/accounts-170]',
  async (_how, path, prepare) => {
    const form = newForm()
    const { uid } = (await accounts.signUp(form)).body
    // a first proof of the phone would end the sessions
    await sql`update users set mobile_verified_at = clock_timestamp() where id = ${uid}`.execute(db.request)
    const token = await signInOf(form)
    const finish = await prepare(form)
    const stop = failpoint.pause(`POST ${path}.begun`)
    const answer = finish()
    await stop.reached
    const added = await addAuthenticator(token).finally(() => stop.release())
    expect(added.status).toBe(200)
    expect(await answer).toMatchObject({ status: 401, key: 'sign_in_again', cookies: [] })
  },
)

it('an unapproved driver can sign in to the application with a second step or a passkey [design/documents-7]', async () => {
  const form = newForm({ usertype: 'driver' })
  const { uid = '' } = (await accounts.signUp(form)).body
  const approve = (approved: boolean) =>
    db.request.updateTable('users').set({ approved }).where('id', '=', uid).execute()
  await approve(true)
  const token = await signInOf(form)
  const codes = (await addAuthenticator(token)).body['recoveryCodes'] as string[]
  const key = softwareAuthenticator({ origin: accounts.app.config.publicUrl })
  const { options } = (await accounts.post('/api/account/passkeys/begin', {}, bearer(token))).body
  const passkey = key.make(options as { challenge: string })
  const added = await accounts.post('/api/account/passkeys', { name: 'Phone', passkey }, bearer(token))
  expect(added.status).toBe(200)
  await approve(false)

  const begin = async () => {
    const { email, password } = form
    const answer = await accounts.post('/api/sessions', { email, password, join: true })
    expect(answer.key).toBe('two_factor_needed')
    return answer.body['challenge']
  }
  const byStep = async (more: object) =>
    accounts.post('/api/sessions/second-step', { challenge: await begin(), code: codes.pop(), ...more })
  const byPasskey = async (more: object) => {
    const { question } = (await accounts.post('/api/sessions/passkey/begin', {})).body
    return accounts.post('/api/sessions/passkey', { passkey: key.answer(question as { challenge: string }), ...more })
  }
  for (const enter of [byStep, byPasskey]) {
    expect(await enter({})).toMatchObject({ status: 403, key: 'require_approval' })
    const { status, body } = await enter({ join: true })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ approved: false })
    const call = (method: 'GET' | 'DELETE') =>
      accounts.send(method, '/api/sessions/current', undefined, bearer(body.token))
    expect((await call('GET')).status).toBe(401)
    expect((await call('DELETE')).status).toBe(200)
  }
})

it.each([
  [290, 200, undefined],
  [301, 401, 'sign_in_again'],
])('after %d s the challenge of a second step answers %d [design/accounts-65]', async (seconds, status, key) => {
  const form = newForm()
  await accounts.signUp(form)
  const codes = (await addAuthenticator(await signInOf(form))).body['recoveryCodes'] as string[]
  const { challenge } = (await accounts.signIn(form.email, form.password)).body as { challenge?: unknown }
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + seconds * 1000)
  const answer = await accounts
    .post('/api/sessions/second-step', { challenge, code: codes[0] })
    .finally(() => clock.mockRestore())
  expect([answer.status, answer.key]).toEqual([status, key])
})

it('a person has at most 20 passkeys [design/accounts-66]', async () => {
  const form = newForm()
  await accounts.signUp(form)
  const headers = bearer(await signInOf(form))
  const add = async () => {
    const key = softwareAuthenticator({ origin: accounts.app.config.publicUrl })
    const { options } = (await accounts.post('/api/account/passkeys/begin', {}, headers)).body
    const passkey = key.make(options as { challenge: string })
    return accounts.post('/api/account/passkeys', { name: 'Phone', passkey }, headers)
  }
  const { id } = (await add()).body['passkey'] as { id: string }
  await sql`insert into identities (id, user_id, kind, subject, data)
    select gen_random_uuid(), user_id, kind, gen_random_uuid(), data from identities, generate_series(1, 18)
    where id = ${id}`.execute(db.request)
  expect((await add()).status).toBe(200)
  expect(await add()).toMatchObject({ status: 422, key: 'passkeys_full' })
})
