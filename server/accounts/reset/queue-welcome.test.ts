import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { peopleApi } from '@remis/domain/people/people-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { mailBox } from '../../mail/queue-mail.ts'
import { actorOf } from '../../testing/actors.ts'
import { keyOf, cityFor, type TestActor } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)

let people = 0
const entry = (more: object = {}) => ({
  firstName: 'Ana',
  lastName: 'Two',
  email: `welcome.${++people}@example.org`,
  mobile: `+5989960${String(people).padStart(4, '0')}`,
  ...more,
})
const mailsOf = async (id: string) =>
  (
    await sql<{
      template: string
      secrets: string
    }>`select template, secrets from mail_queue where user_id = ${id}`.execute(db.request)
  ).rows
const linkOf = async (id: string) => {
  const [mail] = await mailsOf(id)
  expect(mail?.template).toBe('welcome')
  const { link } = mailBox(city.server.app).open({ sealed: mail?.secrets ?? '' }) as { link: string }
  expect(link).toMatch(/^\/reset-password#[\w-]{43}$/)
  return link.split('#')[1] ?? ''
}

describe('a person added by the office [design/accounts-129]', () => {
  it('gets a mail with a link, sets a password with it once, and signs in', async () => {
    const admin = await city.person('admin')
    const body = entry()
    const { person } = await admin.call(peopleApi.add, { body: { ...body, usertype: 'rider' } })
    const proof = { link: await linkOf(person.id) }
    const nobody = actorOf(city.server.url, undefined)
    const setPassword = (password: string) =>
      keyOf(nobody.call(accountsApi.resetPassword, { body: { proof, password } }))
    // longer than that of a forgotten password
    await sql`update one_time_codes set created_at = created_at - interval '71 hours',
      expires_at = expires_at - interval '71 hours' where user_id = ${person.id}`.execute(db.request)
    expect(await setPassword('Abc*4711')).toBe('ok')
    expect(await setPassword('Abc*4712')).toBe('reset_link_over')
    const { user } = await nobody.call(accountsApi.signIn, { body: { email: body.email, password: 'Abc*4711' } })
    expect(user.id).toBe(person.id)
  })

  it('a driver of a fleet gets it too, and still waits for the office', async () => {
    const fleet = await city.person('fleetadmin')
    await city.server.app.settings.change({ driver_approval: true }, null)
    const body = entry()
    const { person } = await fleet.call(peopleApi.addDriver, { body })
    const nobody = actorOf(city.server.url, undefined)
    await nobody.call(accountsApi.resetPassword, {
      body: { proof: { link: await linkOf(person.id) }, password: 'Abc*4711' },
    })
    const account = { email: body.email, password: 'Abc*4711' }
    expect(await keyOf(nobody.call(accountsApi.signIn, { body: account }))).toBe('require_approval')
  })

  it('gets the mail again from the office, a few times, until there is a password [accounts-62]', async () => {
    const [fleet, otherFleet] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    const { person } = await fleet.call(peopleApi.addDriver, { body: entry() })
    const params = { id: person.id }
    expect((await fleet.call(peopleApi.get, { params })).person.awaitsPassword).toBe(true)
    const again = (who: TestActor) => keyOf(who.call(peopleApi.sendWelcome, { params }))
    expect(await again(otherFleet)).toBe('not_found')
    expect(await again(fleet)).toBe('ok')
    const admin = await city.person('admin')
    const sent = await Promise.all(Array.from({ length: 6 }, () => again(admin)))
    expect(sent.toSorted()).toEqual(['ok', 'ok', 'ok', 'ok', 'too_many_requests', 'too_many_requests'])
    expect(await mailsOf(person.id)).toHaveLength(6)
    const audit = db.request.selectFrom('audit_log').select('action').where('subject', '=', `user:${person.id}`)
    expect((await audit.execute()).filter(({ action }) => action === 'person.welcome')).toHaveLength(5)

    // the newest link sets the password; the others end with it
    const proof = { link: await linkOf(person.id) }
    const body = { proof, password: 'Abc*4711' }
    await actorOf(city.server.url, undefined).call(accountsApi.resetPassword, { body })
    expect((await admin.call(peopleApi.get, { params })).person.awaitsPassword).toBe(false)
    await sql`delete from rate_counters`.execute(db.request)
    expect(await again(admin)).toBe('welcome_over')
    const rider = await city.person('rider')
    expect(await keyOf(admin.call(peopleApi.sendWelcome, { params: { id: rider.id } }))).toBe('welcome_over')
  })

  it('gets no further mail while a confirmed phone signs in [accounts-62] [design/accounts-153]', async () => {
    const admin = await city.person('admin')
    const { person } = await admin.call(peopleApi.add, { body: { ...entry(), usertype: 'rider' } })
    const params = { id: person.id }
    // as by the first code by SMS
    await sql`update users set mobile_verified_at = clock_timestamp() where id = ${person.id}`.execute(db.request)
    const awaits = async () => (await admin.call(peopleApi.get, { params })).person.awaitsPassword
    const again = () => keyOf(admin.call(peopleApi.sendWelcome, { params }))
    await city.server.app.settings.change({ MobileLoginEnabled: true }, null)
    expect([await awaits(), await again()]).toEqual([false, 'welcome_over'])
    await city.server.app.settings.change({ MobileLoginEnabled: false }, null)
    expect([await awaits(), await again()]).toEqual([true, 'ok'])
  })

  it('without an email there is no mail', async () => {
    const admin = await city.person('admin')
    const { person } = await admin.call(peopleApi.add, { body: { ...entry({ email: '' }), usertype: 'rider' } })
    expect(await mailsOf(person.id)).toEqual([])
  })
})
