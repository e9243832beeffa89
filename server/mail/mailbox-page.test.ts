import { mailApi } from '@remis/domain/mail/mail-api'
import { describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { cityFor } from '../testing/test-city.ts'
import { queueMail, queueSms } from './queue-mail.ts'
import { sendWaiting } from './send-waiting.ts'

const { city, db, database } = await cityFor(import.meta.url)

const deliver = async ({ app }: TestApp) => {
  await db.transact(async (tx) => {
    const params = { reason: '<script>alert(1)</script>', link: '/drive' }
    await queueMail(app, tx, { address: 'driver@example.org', template: 'driver_refused', params })
    await queueSms(app, tx, { phone: '+59899123456', template: 'sign_in_code', params: { code: '482913' } })
  })
  await sendWaiting(app, 'mail')
  await sendWaiting(app, 'sms')
}
const get = (url: string, more: { headers?: Record<string, string>; remoteAddress?: string } = {}, of = city.server) =>
  of.fastify.inject({ url, ...more })
const json = { headers: { accept: 'application/json' } }

describe('the mailbox of a trial [design/mail-31]', () => {
  it('lists mails and SMS, shows the HTML in a sandbox without scripts, and answers JSON to tests', async () => {
    await deliver(city.server)
    const { rows } = (await get('/dev/mailbox', json)).json<{ rows: { id: number; channel: string; text: string }[] }>()
    expect(rows.map(({ channel }) => channel)).toEqual(['sms', 'mail'])
    expect(rows[0]?.text).toContain('482913')
    const [, mail] = rows
    const page = await get(`/dev/mailbox/${mail?.id}`)
    expect(page.body).toContain('<iframe sandbox="allow-popups')
    expect(page.body).not.toContain('<script')
    const html = await get(`/dev/mailbox/${mail?.id}/html`)
    expect(html.body).toContain('&lt;script&gt;')
    expect(html.headers['content-security-policy']).toContain("default-src 'none'")
    expect(html.headers['content-security-policy']).toMatch(/sandbox(?!.*allow-scripts)/)
    const to = (await get('/dev/mailbox?to=%2B59899123456', json)).json<{ rows: unknown[] }>()
    expect(to.rows).toHaveLength(1)
    const admin = await city.person('admin')
    await expect(admin.call(mailApi.providers, {})).resolves.toMatchObject({
      trial: true,
      mailbox: '/dev/mailbox',
    })
  })

  it('does not exist for other machines, for ids that are none, and in production', async () => {
    expect((await get('/dev/mailbox', { remoteAddress: '192.168.1.7' })).statusCode).toBe(404)
    expect((await get('/dev/mailbox', { headers: { 'x-forwarded-for': '1.2.3.4' } })).statusCode).toBe(403)
    for (const id of ['0', 'x', '999999999999999999', '%00'])
      expect((await get(`/dev/mailbox/${id}`)).statusCode).toBe(404)
    const production = await startTestApp(database, { env: { REMIS_MODE: 'production' }, sweeps: false })
    expect((await get('/dev/mailbox', {}, production)).statusCode).toBe(404)
  })

  it('keeps nothing where others can reach the trial', async () => {
    const open = await startTestApp(database, { env: { PUBLIC_URL: 'https://trial.example.com' }, sweeps: false })
    expect((await get('/dev/mailbox', {}, open)).statusCode).toBe(404)
    const count = () => db.request.selectFrom('trial_mailbox').select('id').execute()
    const before = await count()
    await deliver(open)
    expect(await count()).toEqual(before)
    expect(await db.request.selectFrom('mail_queue').select('id').where('state', '<>', 'sent').execute()).toEqual([])
  })
})
