import { setTimeout as sleep } from 'node:timers/promises'
import type { MailName, MailParams } from '@remis/domain/mail/mail-templates'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startMailServer, type MailServer } from '../testing/mail/mail-server.ts'
import { openCity, type City } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { deleteOldMails, endOldMails, writeProvider } from './mail-store.ts'
import { queueMail, queueSms } from './queue-mail.ts'
import { providerOutage, sendWaiting } from './send-waiting.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let server: MailServer
let people = 0

beforeAll(async () => {
  const env = { REMIS_MODE: 'production', PUBLIC_URL: 'http://localhost:4000', PROVIDER_NETWORKS: 'loopback' }
  city = await openCity(database, { env, limits: { mail: { answerMs: 1000, sendMs: 2000 } } })
  server = await startMailServer({ tls: 'none' })
  await setServer(server.port)
  return () => server.close()
})

afterEach(async () => {
  await db.request.deleteFrom('mail_queue').execute()
  city.server.failpoint.clear()
})

const app = () => city.server.app
const setServer = async (port: number) => {
  const admin = await city.person('admin')
  const config = { host: '127.0.0.1', port, security: 'none', user: '', from: 'office@remis.example' }
  await db.transact((tx) => writeProvider(tx, { channel: 'mail', config, secret: null, by: admin.id }))
}
const newAddress = () => `person-${++people}@example.org`
const queue = async <T extends MailName>(
  template: T,
  params: MailParams<T>,
  address = newAddress(),
): Promise<string> => {
  await db.transact((tx) => queueMail(app(), tx, { address, template, params }))
  return address
}
const approved = (address?: string) => queue('driver_approved', { link: '/drive' }, address)
const rowOf = (address: string) =>
  db.request.selectFrom('mail_queue').selectAll().where('address', '=', address).executeTakeFirstOrThrow()
const makeDue = () =>
  sql`update mail_queue set next_try_at = clock_timestamp() where state = 'waiting'`.execute(db.request)
const age = (hours: number) =>
  sql`update mail_queue set created_at = created_at - ${hours} * interval '1 hour', queued_at = queued_at - ${hours} * interval '1 hour',
    expires_at = expires_at - ${hours} * interval '1 hour'`.execute(db.request)
const send = () => sendWaiting(app(), 'mail')
const receivedBy = (address: string) => server.received.filter(({ to }) => to.includes(address))

describe('the queue of mails', () => {
  it('is sent in the person’s name, with links of the public address; secrets are erased [design/mail-3]', async () => {
    const rider = await city.person('rider')
    await db.request.updateTable('users').set({ first_name: 'Ana' }).where('id', '=', rider.id).execute()
    const params = { link: '/reset?token=a-secret', code: '482913' }
    await db.transact((tx) => queueMail(app(), tx, { userId: rider.id, template: 'reset_password', params }))
    await send()
    const row = await db.request
      .selectFrom('mail_queue')
      .selectAll()
      .where('user_id', '=', rider.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'sent', secrets: null, next_try_at: null })
    const [mail] = receivedBy(row.address)
    expect(mail?.parsed).toMatchObject({ subject: 'Reset your Remis password', messageId: `<${row.id}@localhost>` })
    expect(mail?.parsed.text).toContain('Hello Ana,')
    expect(mail?.parsed.text).toContain('http://localhost:4000/reset?token=a-secret')
    expect(mail?.parsed.text).toContain('482913')
    expect(mail?.parsed.html).toContain('href="http://localhost:4000/reset?token=a-secret"')
    await send()
    expect(receivedBy(row.address)).toHaveLength(1)
  })

  it('tries a temporary refusal again with growing pauses, then accepts it [design/mail-5]', async () => {
    const address = await approved()
    const pauses: number[] = []
    for (let refusals = 1; refusals <= 2; refusals++) {
      server.answer({ at: 'rcpt', code: 450, text: 'Greylisted' })
      await send()
      const row = await rowOf(address)
      expect(row).toMatchObject({ state: 'waiting', tries: refusals, detail: '450 Greylisted' })
      pauses.push(Math.round(((row.next_try_at ?? 0) - Date.now()) / 60_000))
      await send()
      expect(receivedBy(address)).toEqual([])
      await makeDue()
    }
    expect(pauses).toEqual([1, 5])
    await send()
    expect(await rowOf(address)).toMatchObject({ state: 'sent', tries: 2, detail: '' })
  })

  it('gives up after the last pause, and at once after a permanent refusal', async () => {
    const [soft, hard] = [await approved(), await approved()]
    await sql`update mail_queue set tries = ${app().config.limits.mail.retryMinutes.length} where address = ${soft}`.execute(
      db.request,
    )
    await sql`update mail_queue set next_try_at = next_try_at + interval '1 hour' where address = ${hard}`.execute(
      db.request,
    )
    server.answer({ at: 'rcpt', code: 450, text: 'Greylisted' })
    await send()
    expect(await rowOf(soft)).toMatchObject({ state: 'failed', failure: 'refused' })
    await makeDue()
    server.answer({ at: 'rcpt', code: 550, text: 'No such user' })
    await send()
    expect(await rowOf(hard)).toMatchObject({
      state: 'failed',
      failure: 'refused',
      tries: 1,
      detail: '550 No such user',
    })
  })

  it('counts no try while the server does not answer, and sends all when it is back', async () => {
    const addresses = await Promise.all(Array.from({ length: 8 }, () => approved()))
    const { port } = server
    await server.close()
    const log = { warn: vi.fn(), info: vi.fn() }
    const outage = providerOutage({ log } as never, 'mail')
    await sendWaiting(app(), 'mail', outage)
    const rows = await Promise.all(addresses.map(rowOf))
    expect(rows.every(({ state, tries }) => state === 'waiting' && tries === 0)).toBe(true)
    // The turn ended: not each of them waited for the server.
    expect(rows.filter(({ detail }) => detail !== '').length).toBeLessThanOrEqual(app().config.limits.mail.parallel)
    // one line for the outage, not one for each mail and turn [design/data-94]
    await makeDue()
    await sendWaiting(app(), 'mail', outage)
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 0])
    server = await startMailServer({ tls: 'none', port })
    await makeDue()
    await sendWaiting(app(), 'mail', outage)
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1])
    expect(new Set(server.received.map(({ to }) => to[0]))).toEqual(new Set(addresses))
    expect(server.received).toHaveLength(addresses.length)
  })

  it('counts an unanswered mail as a try, and ends it as failed [design/mail-41]', async () => {
    const address = await approved()
    const { retryMinutes } = app().config.limits.mail
    server.answer({ at: 'slow', ms: 3000 })
    await send()
    const row = await rowOf(address)
    expect(row).toMatchObject({ state: 'waiting', tries: 1 })
    expect(Math.round(((row.next_try_at ?? 0) - Date.now()) / 60_000)).toBe(retryMinutes[0])
    await sql`update mail_queue set tries = ${retryMinutes.length}`.execute(db.request)
    await makeDue()
    server.answer({ at: 'slow', ms: 3000 })
    await send()
    expect(await rowOf(address)).toMatchObject({
      state: 'failed',
      failure: 'no_answer',
      tries: retryMinutes.length + 1,
      detail: 'no answer to the message: SMTP timed out after 2 s',
    })
  })

  it('loses nothing when the server is killed between sending and marking; the copy has the same id [design/mail-4]', async () => {
    const address = await approved()
    city.server.failpoint.fail('mail.accepted', new Error('killed'))
    await expect(send()).rejects.toThrow('killed')
    expect(await rowOf(address)).toMatchObject({ state: 'waiting' })
    city.server.failpoint.clear()
    await send()
    expect(receivedBy(address), 'the lease holds').toHaveLength(1)
    await makeDue()
    await send()
    const ids = receivedBy(address).map(({ parsed }) => parsed.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(await rowOf(address)).toMatchObject({ state: 'sent' })
  })

  it('is shared by sweeps that run at once: each mail is sent once', async () => {
    const addresses = await Promise.all(Array.from({ length: 12 }, () => approved()))
    await Promise.all([send(), send(), send()])
    for (const address of addresses) expect(receivedBy(address)).toHaveLength(1)
  })

  it('waits without a provider, and ends what has expired or waited three days [design/mail-6]', async () => {
    await db.request.deleteFrom('mail_providers').execute()
    const plain = await approved()
    const code = await queue('reset_password', { link: '/reset?token=x', code: '482913' })
    await send()
    expect(await rowOf(plain)).toMatchObject({ state: 'waiting', tries: 0 })
    await age(1)
    await endOldMails(db.jobs, 72)
    expect(await rowOf(plain)).toMatchObject({ state: 'waiting' })
    expect(await rowOf(code)).toMatchObject({ state: 'failed', failure: 'expired', secrets: null })
    await age(72)
    await endOldMails(db.jobs, 72)
    expect(await rowOf(plain)).toMatchObject({ state: 'failed', failure: 'no_answer' })
    await setServer(server.port)
    await send()
    expect(receivedBy(code)).toEqual([])
    expect(receivedBy(plain)).toEqual([])
  })

  it('sends no code that has expired, also before the sweep has ended it', async () => {
    const code = await queue('reset_password', { link: '/reset?token=x', code: '482913' })
    await age(1)
    await makeDue()
    await send()
    expect(receivedBy(code)).toEqual([])
  })

  it('lets one address wait that got too many, and no other one [design/mail-7]', async () => {
    const { max } = app().config.limits.mail.perRecipient.mail
    const [flooded, other] = [newAddress(), newAddress()]
    for (let sent = 0; sent < max; sent++) await approved(flooded)
    await sql`update mail_queue set state = 'sent', sent_at = clock_timestamp(), next_try_at = null`.execute(db.request)
    await approved(flooded)
    await approved(other)
    await send()
    expect(receivedBy(flooded)).toEqual([])
    expect(receivedBy(other)).toHaveLength(1)
    await sql`update mail_queue set sent_at = sent_at - interval '61 minutes' where state = 'sent'`.execute(db.request)
    await makeDue()
    await send()
    expect(receivedBy(flooded)).toHaveLength(1)
  })

  it('does not limit or count codes that their endpoint limits [design/mail-43]', async () => {
    const { max } = app().config.limits.mail.perRecipient.mail
    const address = newAddress()
    const code = () => queue('reset_password', { link: '/reset?token=a', code: '482913' }, address)
    const asSent = async (queueOne: () => Promise<unknown>) => {
      for (let sent = 0; sent < max; sent++) await queueOne()
      await sql`update mail_queue set state = 'sent', sent_at = clock_timestamp(), next_try_at = null,
        secrets = null where state = 'waiting'`.execute(db.request)
    }
    const subjects = () => receivedBy(address).map(({ parsed }) => parsed.subject)
    await asSent(code)
    await approved(address)
    await send()
    expect(subjects(), 'after many codes').toHaveLength(1)
    await asSent(() => approved(address))
    await code()
    await approved(address)
    await send()
    expect(subjects().slice(1), 'after many other mails').toEqual(['Reset your Remis password'])
  })

  it('keeps a mail whose words cannot be read for now, and sends it later', async () => {
    const address = await approved()
    const { languages } = app()
    const { current } = languages
    Object.assign(languages, { current: () => Promise.reject(new Error('the database does not answer')) })
    await expect(send()).rejects.toThrow('the database does not answer')
    expect(await rowOf(address)).toMatchObject({ state: 'waiting', tries: 0 })
    Object.assign(languages, { current })
    await makeDue()
    await send()
    expect(receivedBy(address)).toHaveLength(1)
  })

  it('ends its turn, even after an error, only when no mail is still being sent', async () => {
    const addresses = [await approved(), await approved()]
    const { languages } = app()
    const { current } = languages
    let asked = 0
    const firstFails = async () => {
      if (++asked === 1) throw new Error('the database does not answer')
      await sleep(100)
      return current()
    }
    Object.assign(languages, { current: firstFails })
    await expect(send()).rejects.toThrow('the database does not answer')
    Object.assign(languages, { current })
    expect(addresses.flatMap(receivedBy)).toHaveLength(1)
  })

  it('fails what it cannot render and goes on', async () => {
    const [broken, well] = [await approved(), await approved()]
    await sql`update mail_queue set template = 'of_an_older_version' where address = ${broken}`.execute(db.request)
    await send()
    expect(await rowOf(broken)).toMatchObject({ state: 'failed', failure: 'broken' })
    expect(receivedBy(well)).toHaveLength(1)
  })

  it('keeps codes and links out of what it stores of a refusal', async () => {
    const address = await queue('reset_password', { link: '/reset?token=a-secret-token', code: '482913' })
    server.answer({ at: 'data', code: 451, text: 'Found 482913 and /reset?token=a-secret-token in it' })
    await send()
    expect((await rowOf(address)).detail).toBe('451 Found … and … in it')
  })

  it('deletes sent mails after 30 days, failed ones after 90 [design/mail-8]', async () => {
    const [sent, failed] = [await approved(), await approved()]
    await send()
    await sql`update mail_queue set state = 'failed', failure = 'refused', sent_at = null where address = ${failed}`.execute(
      db.request,
    )
    const left = async (days: number) => {
      await sql`update mail_queue set created_at = clock_timestamp() - ${days} * interval '1 day'`.execute(db.request)
      await deleteOldMails(db.jobs, app().config.limits.mail.keepDays)
      return (await db.request.selectFrom('mail_queue').select('address').execute()).map(({ address }) => address)
    }
    expect(await left(29)).toEqual(expect.arrayContaining([sent, failed]))
    expect(await left(31)).toEqual([failed])
    expect(await left(91)).toEqual([])
  })
})

describe('the queue of SMS', () => {
  it('goes to the gateway of the settings and is not delayed by the mail server', async () => {
    await approved()
    await db.transact((tx) =>
      queueSms(app(), tx, { phone: '+59899555444', template: 'sign_in_code', params: { code: '482913' } }),
    )
    const sent: string[] = []
    const { mailers } = app()
    const { sms } = mailers
    Object.assign(mailers, {
      sms: () => ({
        name: 'test',
        send: ({ to, text }: { to: string; text: string }) => {
          sent.push(`${to}: ${text}`)
          return Promise.resolve({ kind: 'accepted', ref: 'SM1' })
        },
      }),
    })
    await sendWaiting(app(), 'sms')
    expect(sent).toEqual([])
    const admin = await city.person('admin')
    const config = { kind: 'twilio', accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' }
    await db.transact((tx) => writeProvider(tx, { channel: 'sms', config, secret: null, by: admin.id }))
    await sendWaiting(app(), 'sms')
    Object.assign(mailers, { sms })
    expect(sent).toEqual(['+59899555444: 482913 is your Remis code. It works for 10 minutes. Never share it.'])
    expect(await rowOf('+59899555444')).toMatchObject({ state: 'sent', provider_ref: 'SM1', secrets: null })
  })
})
