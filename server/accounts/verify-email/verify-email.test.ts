import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { actorOf } from '../../testing/actors.ts'
import { startTestApp } from '../../testing/app.ts'
import { makePerson } from '../../testing/make-person.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { keyOf, openCity, type City, type TestActor } from '../../testing/test-city.ts'
import { accountsServer, newForm } from '../accounts-fixture.ts'
import { queueVerification } from './queue-verification.ts'
import { switchOffEmailVerify } from './switch-off-email-verify.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let accounts: Awaited<ReturnType<typeof accountsServer>>
let city: City
let admin: TestActor
beforeAll(async () => {
  city = await openCity(database)
  admin = await city.person('admin')
  accounts = await accountsServer(database)
})
beforeEach(async () => {
  await db.request.deleteFrom('rate_counters').execute()
  await accounts.app.settings.change({ email_verify: true }, null)
})

const linksOf = async (id: string): Promise<string[]> => {
  const rows = await db.request
    .selectFrom('mail_queue')
    .select('secrets')
    .where('user_id', '=', id)
    .where('template', '=', 'verify_email')
    .orderBy('created_at')
    .execute()
  return rows.map(({ secrets }) => {
    const { link } = mailBox(accounts.app).open({ sealed: secrets ?? '' }) as { link: string }
    expect(link).toMatch(/^\/verify-email#[\w-]{43}$/)
    return link.split('#')[1] ?? ''
  })
}
/** `cookie`: of the browser that asked. */
const confirm = (link: string, cookie = '', password?: string) =>
  accounts.post('/api/email-verifications', { link, password }, cookie === '' ? {} : { cookie })
const signUp = async () => {
  const form = newForm()
  const { body, cookies } = await accounts.signUp(form)
  const device = cookies.find(({ name }) => name === 'remis-device')?.value
  return { ...form, uid: body.uid ?? '', cookie: `remis-device=${device}` }
}

describe('email_verify [accounts-21]', () => {
  it('the first mail is in the language of the page; one that is not offered counts as none [design/accounts-155]', async () => {
    await sql`insert into languages (id, lang_name, lang_locale, date_locale, is_default)
      values (gen_random_uuid(), 'English', 'en', 'en', true), (gen_random_uuid(), 'Arabic', 'ar', 'ar', false)`.execute(
      db.request,
    )
    for (const [language, stored] of [
      ['ar', 'ar'],
      ['xx', null],
      [undefined, null],
    ] as const) {
      const { status, body } = await accounts.signUp(newForm({ language }))
      expect(status).toBe(200)
      const id = body.uid ?? ''
      const mails = await db.request.selectFrom('mail_queue').select('language').where('user_id', '=', id).execute()
      expect(mails).toEqual([{ language: stored }])
      const user = await db.request.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst()
      expect(user).toEqual({ language: stored })
    }
  })

  it('a sign-up sends the link; sign-in is possible after it, and the link works once [design/accounts-83]', async () => {
    const rider = await signUp()
    const signIn = () => accounts.signIn(rider.email, rider.password)
    const refused = await signIn()
    expect(refused).toMatchObject({ status: 403, key: 'email_verify_message' })
    // no session
    expect(refused.cookies.map(({ name }) => name)).toEqual(['remis-device'])
    const [link = '', ...more] = await linksOf(rider.uid)
    expect(more, 'the sign-in right after the sign-up sends no second mail').toEqual([])
    expect((await confirm(link, rider.cookie)).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    expect(await confirm(link, rider.cookie)).toMatchObject({ status: 422, key: 'verify_link_over' })
  })

  it('needs the password in another browser, so a stranger’s account with this email stays unconfirmed [design/accounts-156]', async () => {
    const stranger = await signUp()
    const [link = ''] = await linksOf(stranger.uid)
    const other = 'remis-device=of-the-owner-of-the-mailbox'
    for (const cookie of ['', other])
      expect(await confirm(link, cookie)).toMatchObject({ status: 403, key: 'verify_needs_password' })
    expect(await confirm(link, other, 'wrong*123')).toMatchObject({ status: 422, key: 'password_wrong' })
    expect((await accounts.signIn(stranger.email, stranger.password)).key).toBe('email_verify_message')
    // a sign-in binds the link to its browser
    await db.request.deleteFrom('rate_counters').execute()
    await accounts.signIn(stranger.email, stranger.password, { cookie: other })
    const [, second = ''] = await linksOf(stranger.uid)
    expect((await confirm(second, stranger.cookie)).key).toBe('verify_needs_password')
    expect((await confirm(second, other)).status).toBe(200)
  })

  it('a sign-in binds the link to a browser that has no cookie yet [design/accounts-156]', async () => {
    const rider = await signUp()
    await db.request.deleteFrom('rate_counters').execute()
    const { key, cookies } = await accounts.signIn(rider.email, rider.password)
    expect(key).toBe('email_verify_message')
    const device = cookies.find(({ name }) => name === 'remis-device')?.value
    const [, link = ''] = await linksOf(rider.uid)
    expect((await confirm(link, rider.cookie)).key).toBe('verify_needs_password')
    expect((await confirm(link, `remis-device=${device}`)).status).toBe(200)
  })

  it('is confirmed in another browser by the password, whose wrong tries wait, or by a session [design/accounts-156]', async () => {
    const rider = await signUp()
    const [link = ''] = await linksOf(rider.uid)
    const tries = []
    for (let n = 0; n < 7; n++) tries.push((await confirm(link, '', 'wrong*123')).status)
    expect(tries).toEqual([422, 422, 422, 422, 422, 422, 429])
    await db.request.deleteFrom('guess_delays').execute()
    expect((await confirm(link, '', rider.password)).status).toBe(200)
    const { body } = await accounts.signIn(rider.email, rider.password)
    await db.request.updateTable('users').set({ email_verified_at: null }).where('id', '=', rider.uid).execute()
    await db.request.deleteFrom('rate_counters').execute()
    await db.transact((tx) => queueVerification(accounts.app, tx, { id: rider.uid, email: rider.email }))
    const [, own = ''] = await linksOf(rider.uid)
    const session = { authorization: `Bearer ${body.token}` }
    expect((await accounts.post('/api/email-verifications', { link: own }, session)).status).toBe(200)
  })

  it('a sign-in with the right password sends the mail, one with a wrong password does not; 10 a day', async () => {
    await accounts.app.settings.change({ email_verify: false }, null)
    const rider = await signUp()
    await accounts.app.settings.change({ email_verify: true }, null)
    expect((await accounts.signIn(rider.email, 'wrong1')).key).toBe('login_error')
    expect(await linksOf(rider.uid)).toEqual([])
    for (let n = 0; n < 12; n++) {
      await sql`delete from rate_counters where class in ('verify-mail-60', 'verify-mail-900')`.execute(db.request)
      expect((await accounts.signIn(rider.email, rider.password)).key).toBe('email_verify_message')
    }
    expect(await linksOf(rider.uid)).toHaveLength(10)
  })

  it('a forged link, an old one and one for a former email change nothing', async () => {
    const rider = await signUp()
    const [link = ''] = await linksOf(rider.uid)
    const verified = async () =>
      (
        await db.request
          .selectFrom('users')
          .select('email_verified_at as at')
          .where('id', '=', rider.uid)
          .executeTakeFirstOrThrow()
      ).at
    for (const forged of ['', 'x'.repeat(43), `${link}x`])
      expect((await confirm(forged, rider.cookie)).key).toBe('verify_link_over')
    const age = (hours: number) =>
      sql`update one_time_codes set expires_at = expires_at - ${hours} * interval '1 hour' where user_id = ${rider.uid}`
    await age(25).execute(db.request)
    expect((await confirm(link, rider.cookie)).key).toBe('verify_link_over')
    await age(-25).execute(db.request)
    const users = db.request.updateTable('users').where('id', '=', rider.uid)
    await users.set({ email: `moved.${rider.email}` }).execute()
    expect((await confirm(link, rider.cookie)).key).toBe('verify_link_over')
    expect(await verified()).toBeNull()
  })

  it('never keeps an admin out [design/accounts-84]', async () => {
    const boss = await signUp()
    await db.request.updateTable('users').set({ usertype: 'admin' }).where('id', '=', boss.uid).execute()
    expect((await accounts.signIn(boss.email, boss.password)).status).toBe(200)
  })
})

describe('switching email_verify on [design/accounts-84]', () => {
  const save = () => keyOf(admin.call(settingsApi.change, { body: { settings: { email_verify: true } } }))
  const isOn = async () => (await admin.call(settingsApi.read, {})).settings.email_verify
  beforeEach(async () => {
    await switchOffEmailVerify(db, 'operator')
    await city.server.app.settings.refresh()
    await db.request.updateTable('users').set({ email_verified_at: null }).where('id', '=', admin.id).execute()
  })

  it('needs the confirmed email of the acting admin, and sends the mail for it', async () => {
    expect(await save()).toBe('email_verify_unconfirmed')
    expect(await isOn()).toBe(false)
    expect((await confirm((await linksOf(admin.id)).at(-1) ?? '')).status).toBe(200)
    expect(await save()).toBe('ok')
    expect(await isOn()).toBe(true)
  })

  it('needs a mail server, and a confirmation since its last change', async () => {
    const server = await startTestApp(database, {
      env: { REMIS_MODE: 'production', PUBLIC_URL: 'https://remis.example' },
    })
    const other = await makePerson(db, 'admin')
    const turnOn = () =>
      keyOf(actorOf(server.url, other.token).call(settingsApi.change, { body: { settings: { email_verify: true } } }))
    expect(await turnOn()).toBe('email_verify_no_mail')
    await sql`insert into mail_providers (channel, config, updated_by) values ('mail', '{}', ${other.id})`.execute(
      db.request,
    )
    expect(await turnOn()).toBe('email_verify_unconfirmed')
    expect((await confirm((await linksOf(other.id)).at(-1) ?? '')).status).toBe(200)
    await sql`update mail_providers set updated_at = clock_timestamp()`.execute(db.request)
    expect(await turnOn()).toBe('email_verify_unconfirmed')
    await sql`update mail_providers set updated_at = clock_timestamp() - interval '1 hour'`.execute(db.request)
    expect(await turnOn()).toBe('ok')
    await sql`delete from mail_providers`.execute(db.request)
  })

  it('the command switches it off once, with an audit row', async () => {
    await accounts.app.settings.change({ email_verify: true }, null)
    expect(await switchOffEmailVerify(db, 'operator')).toBe(true)
    expect(await switchOffEmailVerify(db, 'operator')).toBe(false)
    const rows = db.request.selectFrom('audit_log').select('data').where('action', '=', 'settings.email-verify')
    expect((await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).data).toMatchObject({ by: 'operator' })
  })
})
