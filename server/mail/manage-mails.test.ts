import { mailApi } from '@remis/domain/mail/mail-api'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '../testing/mail/mail-server.ts'
import { keyOf, openCity, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { queueMail } from './queue-mail.ts'
import { sendWaiting } from './send-waiting.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let admin: TestActor
let server: MailServer

beforeAll(async () => {
  const env = { REMIS_MODE: 'production', PUBLIC_URL: 'http://localhost:4000', PROVIDER_NETWORKS: 'loopback' }
  city = await openCity(database, { env, limits: { mail: { answerMs: 1000, sendMs: 2000 } } })
  admin = await city.person('admin')
  server = await startMailServer({ tls: 'none', account: { user: 'remis', password: 'a word' } })
  return () => server.close()
})

afterEach(async () => {
  await db.request.deleteFrom('mail_queue').execute()
  await db.request.deleteFrom('mail_providers').execute()
})

const app = () => city.server.app
const smtp = () =>
  ({ host: '127.0.0.1', port: server.port, security: 'none', user: 'remis', from: 'office@remis.example' }) as const
const setMail = (config: ReturnType<typeof smtp> | Record<string, unknown> | null, secret?: string, by = admin) =>
  by.call(mailApi.changeMail, { body: { config, ...(secret === undefined ? {} : { secret }) } as never })
const list = async (query: Record<string, string> = {}, by = admin) => (await by.call(mailApi.list, { query })).rows
const sendAgain = (id: string, by = admin) => by.call(mailApi.sendAgain, { params: { id } })
const fail = (id: string) =>
  sql`update mail_queue set state = 'failed', failure = 'refused', next_try_at = null, tries = 3, detail = '450 Later'
    where id = ${id}`.execute(db.request)
const idOf = async (address: string) =>
  (await db.request.selectFrom('mail_queue').select('id').where('address', '=', address).executeTakeFirstOrThrow()).id

const queueBoth = async () => {
  await db.transact(async (tx) => {
    await queueMail(app(), tx, {
      address: 'driver@example.org',
      template: 'driver_refused',
      params: { reason: 'The licence cannot be read', link: '/drive' },
    })
    await queueMail(app(), tx, {
      address: 'rider@example.org',
      template: 'reset_password',
      params: { link: '/reset?token=a-secret', code: '482913' },
    })
  })
  return { driver: await idOf('driver@example.org'), rider: await idOf('rider@example.org') }
}
const lastAudit = () =>
  db.request
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'subject', 'data'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

describe('mails in the office [design/mail-40]', () => {
  it('are listed with filters; their text is shown unless it holds a link or a code', async () => {
    const { driver, rider } = await queueBoth()
    await fail(driver)
    expect(await list({ state: 'failed' })).toMatchObject([
      { id: driver, to: 'driver@example.org', template: 'driver_refused', failure: 'refused', tries: 3, again: true },
    ])
    expect((await list({ search: 'rider@' })).map(({ id, again }) => [id, again])).toEqual([[rider, false]])
    expect(await list({ channel: 'sms' })).toEqual([])
    const read = async (id: string) => (await admin.call(mailApi.read, { params: { id } })).content
    expect(await read(driver)).toMatchObject({ text: expect.stringContaining('The licence cannot be read') as string })
    expect(await read(rider)).toBeNull()
    expect(JSON.stringify(await list())).not.toMatch(/a-secret|482913/)
    for (const role of ['rider', 'driver', 'fleetadmin'] as const)
      expect(await keyOf(list({}, await city.person(role)))).toBe('forbidden')
  })

  it('are sent again when they failed, audited, with all their tries', async () => {
    const { driver } = await queueBoth()
    expect(await keyOf(sendAgain(driver))).toBe('mail_not_failed')
    await fail(driver)
    await sendAgain(driver)
    expect(await list({ search: 'driver@' })).toMatchObject([{ state: 'waiting', tries: 0, failure: null, detail: '' }])
    expect(await lastAudit()).toMatchObject({
      actor_id: admin.id,
      action: 'mail.send-again',
      subject: `mail:${driver}`,
    })
    await setMail(smtp(), 'a word')
    await sendWaiting(app(), 'mail')
    // mails are sent side by side, in any order
    expect(server.received.flatMap(({ to }) => to)).toContain('driver@example.org')
    expect(await keyOf(sendAgain(driver))).toBe('mail_not_failed')
  })

  it('are not sent again with a link or code that has expired', async () => {
    const { rider } = await queueBoth()
    await fail(rider)
    await sql`update mail_queue set expires_at = clock_timestamp() where id = ${rider}`.execute(db.request)
    expect(await keyOf(sendAgain(rider))).toBe('mail_expired')
  })

  it('are queued once by two admins who press at once', async () => {
    const { driver } = await queueBoth()
    await fail(driver)
    const other = await city.person('admin')
    const keys = await Promise.all([keyOf(sendAgain(driver)), keyOf(sendAgain(driver, other))])
    expect(keys.toSorted()).toEqual(['mail_not_failed', 'ok'])
  })

  it('hide addresses and texts in demo mode', async () => {
    const { driver } = await queueBoth()
    await fail(driver)
    await app().settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect((await list()).map(({ to, detail }) => to + detail)).toEqual(['', ''])
    expect(await list({ search: 'driver@' })).toEqual([])
    expect(await keyOf(admin.call(mailApi.read, { params: { id: driver } }))).toBe('demo_mode')
    expect(await keyOf(sendAgain(driver))).toBe('demo_mode')
    expect(await keyOf(setMail(smtp(), 'a word'))).toBe('demo_mode')
    await app().settings.change({ AllowCriticalEditsAdmin: true }, null)
  })
})

describe('providers [design/mail-20]', () => {
  const providers = () => admin.call(mailApi.providers, {})

  it('are stored sealed, shown without the password, and audited without it', async () => {
    expect(await providers()).toMatchObject({ trial: false, mailbox: null, mail: null, sms: null })
    await setMail(smtp(), 'a word')
    const shown = await providers()
    expect(shown.mail).toMatchObject({ config: smtp(), hasSecret: true })
    const stored = await db.request.selectFrom('mail_providers').selectAll().execute()
    expect(JSON.stringify([shown, stored, await lastAudit()])).not.toContain('a word')
    expect(await lastAudit()).toMatchObject({ action: 'mail-provider.change', data: { secret: 'changed' } })
    await setMail({ ...smtp(), from: 'other@remis.example' })
    expect((await providers()).mail).toMatchObject({ config: { from: 'other@remis.example' }, hasSecret: true })
    await setMail(null)
    expect((await providers()).mail).toBeNull()
  })

  it('do not lead the stored password to another server', async () => {
    await setMail(smtp(), 'a word')
    for (const change of [{ host: 'evil.example' }, { port: 2525 }, { security: 'starttls' }])
      expect(await keyOf(setMail({ ...smtp(), ...change }))).toBe('provider_secret_again')
    expect(await keyOf(setMail({ ...smtp(), user: '' }))).toBe('ok')
  })

  it('need the admin’s password of the last minutes', async () => {
    await sql`update sessions set confirmed_at = clock_timestamp() - interval '1 day' where user_id = ${admin.id}`.execute(
      db.request,
    )
    expect(await keyOf(setMail(smtp(), 'a word'))).toBe('confirm_password')
    await sql`update sessions set confirmed_at = clock_timestamp() where user_id = ${admin.id}`.execute(db.request)
    expect(await keyOf(setMail(smtp(), 'a word'))).toBe('ok')
  })

  it('name the field that is wrong', async () => {
    expect(await keyOf(setMail({ ...smtp(), host: 'a b' }, 'x'))).toBe('provider_host_wrong')
    expect(await keyOf(setMail({ ...smtp() }))).toBe('provider_secret_missing')
    const sms = { kind: 'http', url: 'https://{{to}}/', method: 'GET', headers: '', body: '', success: 0 } as const
    expect(await keyOf(admin.call(mailApi.changeSms, { body: { config: sms } }))).toBe('provider_url_wrong')
  })

  it('are tested with a mail to the admin alone, past the queue [design/mail-24]', async () => {
    const test = (channel: 'mail' | 'sms' = 'mail') => admin.call(mailApi.test, { body: { channel } })
    expect(await keyOf(test())).toBe('provider_missing')
    await setMail(smtp(), 'a wrong word')
    expect(await test()).toMatchObject({ ok: false, detail: expect.stringContaining('535') as string })
    await setMail(smtp(), 'a word')
    const before = server.received.length
    const { ok, to } = await test()
    expect(ok).toBe(true)
    expect(server.received.slice(before).map((one) => [one.to[0], one.parsed.subject])).toEqual([
      [to, 'Test mail from Remis'],
    ])
    expect(await keyOf(test('sms'))).toBe('provider_missing')
    const noContact = await city.person('admin')
    await db.request.updateTable('users').set({ email: null }).where('id', '=', noContact.id).execute()
    const body = { channel: 'mail' } as const
    expect(await keyOf(noContact.call(mailApi.test, { body }))).toBe('provider_test_without_contact')
  })
})
