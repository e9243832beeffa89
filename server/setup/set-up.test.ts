import { accountsApi } from '@remis/domain/accounts/accounts-api'
import { setupApi } from '@remis/domain/setup/setup-api'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { provideLanguages } from '../backoffice/languages/provide-languages.ts'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { secretBox } from '../platform/security/secret-box.ts'
import { secretFrom } from '../platform/sessions/server-secret.ts'
import { actorOf } from '../testing/actors.ts'
import { startTestApp } from '../testing/app.ts'
import { makePerson } from '../testing/make-person.ts'
import { databaseFor } from '../testing/test-database.ts'
import { makeSetUpLink } from './set-up-link.ts'
import { warnOfOtherSecret } from './warn-of-other-secret.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const server = await startTestApp(database, { env: { REMIS_MODE: 'production' }, sweeps: false })
beforeAll(() => db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi')))

const anyone = actorOf(server.url, undefined)
const link = async () => new URL((await makeSetUpLink(server.app)) ?? '').hash.slice(1)
const stateOf = async (token: string) => (await anyone.call(setupApi.check, { body: { token } })).state
const form = {
  firstName: ' Admin ',
  lastName: 'First',
  email: 'admin@taxi.example',
  password: 'abc*4711',
  company: 'Taxi One',
  country: 'GB',
  currency: 'UYU',
  decimals: 0,
  timezone: 'America/Montevideo',
  language: 'ar',
}
const finish = (token: string, more: Partial<typeof form> = {}) =>
  anyone.call(setupApi.finish, { body: { token, ...form, ...more } })
const admins = () => db.request.selectFrom('users').selectAll().where('usertype', '=', 'admin').execute()

describe('the set-up link of a new installation [design/access-76]', () => {
  it('is stored as a hash, and the link before it is closed', async () => {
    const [first, second] = [await link(), await link()]
    expect([await stateOf(first), await stateOf(second)]).toEqual(['closed', 'open'])
    const rows = await db.request.selectFrom('one_time_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(second)
    expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true)
    const open = rows.filter(({ used_at }) => used_at === null)
    expect(open.map(({ created_at, expires_at }) => Math.round((expires_at - created_at) / 60_000))).toEqual([60])
  })

  it('opens a form with defaults from the map; a closed link returns none [design/maps-105]', async () => {
    const check = (token: string) => anyone.call(setupApi.check, { body: { token } })
    const token = await link()
    const facts = { country: 'UY', currency: 'UYU', decimals: 2, timezone: 'America/Montevideo', language: 'es' }
    expect(await check(token)).toEqual({ state: 'open', proposed: { map: 'Stand-in city', ...facts } })
    await link()
    expect(await check(token)).toEqual({ state: 'closed', proposed: null })
  })

  it('is closed after an hour, and a forged one was never open', async () => {
    const token = await link()
    await sql`update one_time_codes set expires_at = clock_timestamp() - interval '1 second'`.execute(db.request)
    for (const wrong of [token, 'x'.repeat(43), '']) {
      expect(await stateOf(wrong)).toBe('closed')
      expect(await finish(wrong)).toEqual({ state: 'closed' })
    }
    expect(await admins()).toEqual([])
  })

  it('stays open after a mistake in the form', async () => {
    const token = await link()
    await expect(finish(token, { decimals: 3 })).rejects.toMatchObject({ status: 422, key: 'decimal_too_many' })
    await expect(finish(token, { password: 'short' })).rejects.toMatchObject({
      fields: { password: expect.any(String) },
    })
    await expect(finish(token, { timezone: 'US/Pacific-New' })).rejects.toMatchObject({
      fields: { timezone: 'time_zone_unknown' },
    })
    expect(await stateOf(token)).toBe('open')
  })

  it('makes the admin, the settings, reasons and a car type, once, also when it is sent twice at a time', async () => {
    const token = await link()
    const replies = await Promise.all([finish(token), finish(token, { email: 'other@taxi.example' })])
    expect(replies.map(({ state }) => state).toSorted()).toEqual(['closed', 'done'])
    const [admin, ...more] = await admins()
    expect(more).toEqual([])
    expect(admin).toMatchObject({ approved: true, first_name: 'Admin' })
    const { user } = await anyone.call(accountsApi.signIn, {
      body: { email: admin?.email ?? '', password: form.password },
    })
    expect(user.usertype).toBe('admin')

    expect(await server.app.settings.refresh()).toMatchObject({
      appName: 'Taxi One',
      CompanyName: 'Taxi One',
      country: 'United Kingdom',
      restrictCountry: 'GB',
      code: 'UYU',
      symbol: '$',
      decimal: 0,
      swipe_symbol: false,
      convert_to_mile: true,
      timezone: 'America/Montevideo',
    })
    const reasons = await db.request.selectFrom('cancel_reasons').select('label').orderBy('position').execute()
    expect(reasons).toHaveLength(8)
    expect(reasons[1]?.label).toBe('تغيّرت خططي')
    expect(await db.request.selectFrom('car_types').select(['name', 'active']).execute()).toEqual([
      { name: 'عادية', active: false },
    ])
    const defaults = await db.request
      .selectFrom('languages')
      .select('lang_locale')
      .where('is_default', '=', true)
      .execute()
    expect(defaults).toEqual([{ lang_locale: 'ar' }])
    const audit = await db.request.selectFrom('audit_log').select(['action', 'actor_id']).execute()
    expect(audit).toEqual([{ action: 'installation.set-up', actor_id: admin?.id }])
  })

  it('is no longer made once there is an admin', async () => {
    expect(await makeSetUpLink(server.app)).toBeUndefined()
  })
})

describe('a start with another SECRET [design/data-104]', () => {
  it('names what it cannot open, and nothing where all can be opened', async () => {
    const { app } = server
    const lines: string[] = []
    const warn = (root: string) =>
      warnOfOtherSecret({ ...app, secret: secretFrom(Buffer.from(root)) }, (line) => lines.push(line))
    const { id } = await makePerson(db, 'rider')
    const seal = (purpose: string) =>
      secretBox(secretFrom(Buffer.from('the secret before')).keyFor(purpose)).seal('stored').sealed
    await db.request
      .insertInto('identities')
      .values({ id: newId(), user_id: id, kind: 'totp', subject: id, secret: seal('totp') })
      .execute()
    await db.request
      .insertInto('mail_providers')
      .values({ channel: 'mail', config: '{}', secret: seal('mail-providers'), updated_by: id })
      .execute()
    await warn('the secret before')
    expect(lines).toEqual([])
    await warn('another one')
    expect(lines).toEqual([
      'SECRET is not the one that sealed the authenticator apps of 1 person, who cannot sign in, and the stored passwords of mail. Set it back, or see "Changing SECRET" in docs/RUNNING.md.',
    ])
  })
})
