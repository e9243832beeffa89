import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi, type SettingsPatch } from '@remis/domain/backoffice/settings-api'
import { ridersApi } from '@remis/domain/people/riders-api'
import { creditsApi } from '@remis/domain/wallet/credits-api'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { keyOf, cityFor } from '../../testing/test-city.ts'
import { mendTimeZone } from './mend-time-zone.ts'
import { findZone } from './settings-store.ts'
import { switchCriticalEdits } from './switch-critical-edits.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

const read = () => admin.call(settingsApi.read, {})
const save = (settings: SettingsPatch, version?: number) =>
  admin.call(settingsApi.change, { body: { settings, ...(version === undefined ? {} : { version }) } })
const audits = () =>
  db.request.selectFrom('audit_log').selectAll().where('subject', '=', 'settings').orderBy('id').execute()

describe('PATCH /api/settings', () => {
  it('saves the named settings with version, history and audit, effective at once [design/settings-10]', async () => {
    const before = await read()
    const saved = await save({ appName: 'Taxi', bonus: '50', driverRadius: '' }, before.version)
    expect(saved).toMatchObject({
      version: before.version + 1,
      settings: { appName: 'Taxi', bonus: 50, driverRadius: 10 },
    })
    expect(await read()).toEqual(saved)
    expect(await admin.call(backofficeApi.settings, {})).toMatchObject({ appName: 'Taxi' })
    const history = await db.request.selectFrom('settings_history').selectAll().orderBy('version', 'desc').execute()
    expect(history[0]).toMatchObject({ version: saved.version, updated_by: admin.id })
    expect((await audits()).at(-1)).toMatchObject({
      actor_id: admin.id,
      action: 'settings.change',
      data: { version: saved.version, changed: { appName: { from: 'Remis', to: 'Taxi' }, bonus: { from: 0, to: 50 } } },
    })
  })

  it('refuses with the documented key and writes nothing', async () => {
    const [before, rows] = [await read(), (await audits()).length]
    expect(await keyOf(save({ bonus: '', appName: 'X' }))).toBe('proper_bonus')
    expect(await keyOf(save({ decimal: -1 }))).toBe('settings_number')
    expect(await keyOf(save({ decimal: 3 }))).toBe('decimal_too_many')
    expect(await keyOf(save({ symbol: ' ' }))).toBe('settings_required')
    // every wrong field at once, each with its own key [design/settings-9]
    const two = await save({ driverRadius: 5000, panic: 'help', appName: 'X' }).catch((error: unknown) => error)
    expect(two).toMatchObject({ fields: { driverRadius: 'settings_invalid', panic: 'settings_invalid' } })
    expect(await keyOf(save({ walletBalance: 5 } as never))).toBe('invalid_input')
    expect(await read()).toEqual(before)
    expect(await audits()).toHaveLength(rows)
  })

  it('refuses a time zone that only Node knows, and stores the spelling of the database [design/money-84]', async () => {
    const { timezone } = (await read()).settings
    const onlyInNode = 'US/Pacific-New'
    expect(() => new Intl.DateTimeFormat('en', { timeZone: onlyInNode })).not.toThrow()
    const refused = await save({ timezone: onlyInNode }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 422, fields: { timezone: 'time_zone_unknown' } })
    expect((await save({ timezone: 'asia/kolkata' })).settings.timezone).toBe('Asia/Kolkata')
    await save({ timezone })
  })

  it('takes another name of a stored time zone at the start, or logs what to do [design/money-84]', async () => {
    const { app } = city.server
    const { timezone } = (await read()).settings
    const start = async (stored: string) => {
      await sql`update settings set data = jsonb_set(data, '{timezone}', to_jsonb(${stored}::text))`.execute(db.request)
      await app.settings.refresh()
      const [error, warn] = [vi.fn(), vi.fn()]
      await mendTimeZone({ ...app, log: { ...app.log, error, warn } as unknown as typeof app.log })
      return [(await read()).settings.timezone, error.mock.calls.length, warn.mock.calls.length]
    }
    expect(await start('Asia/Kolkata')).toEqual(['Asia/Kolkata', 0, 0])
    expect(await start('US/Pacific-New')).toEqual(['US/Pacific-New', 1, 0])
    // the names of the database, the preferred ones first, as one that lacks old names
    expect(await findZone(db.request, ['US/Pacific-New', 'Asia/Kolkata', 'UTC'])).toBe('Asia/Kolkata')
    await app.settings.change({ timezone }, null)
  })

  it('is for admins only', async () => {
    for (const role of ['rider', 'driver', 'fleetadmin'] as const) {
      const other = await city.person(role)
      expect(await keyOf(other.call(settingsApi.read, {}))).toBe('forbidden')
      expect(await keyOf(other.call(settingsApi.change, { body: { settings: {} } }))).toBe('forbidden')
    }
  })

  it('answers settings_changed to the later of two saves on one version; merges both without a version [design/settings-10] [design/settings-2]', async () => {
    const { version } = await read()
    const stop = city.server.failpoint.pause('settings.locked')
    const first = keyOf(save({ appName: 'First' }, version))
    await stop.reached
    const second = keyOf(save({ contact_email: 'a@example.org' }, version))
    stop.release()
    expect([await first, await second]).toEqual(['ok', 'settings_changed'])
    await Promise.all([save({ panic: '911' }), save({ TwitterHandle: 'remis' })])
    expect((await read()).settings).toMatchObject({ appName: 'First', panic: '911', TwitterHandle: 'remis' })
  })

  it('keeps the currency while a top-up is unpaid or a credit waits: nothing is posted yet [design/money-3]', async () => {
    const rider = await city.person('rider')
    const topUp = { id: newId(), user_id: rider.id, amount: 500, currency: 'UYU' }
    await db.request.insertInto('top_ups').values(topUp).execute()
    expect(await keyOf(save({ code: 'ARS' }))).toBe('currency_code_fixed')
    await db.request.deleteFrom('top_ups').execute()
    await save({ creditApprovalAbove: 1 })
    await admin.call(creditsApi.create, { params: { id: rider.id }, body: { amount: 20, reason: 'Goodwill' } })
    expect(await keyOf(save({ code: 'ARS' }))).toBe('currency_code_fixed')
    await db.request.deleteFrom('wallet_credits').execute()
    await save({ creditApprovalAbove: 0 })
    expect((await read()).codeFixed).toBe(false)
  })

  it('keeps the currency once there are bookings or ledger entries [design/money-3]', async () => {
    expect((await read()).codeFixed).toBe(false)
    expect(await keyOf(save({ code: 'ARS' }))).toBe('ok')
    expect(await keyOf(save({ code: 'UYU' }))).toBe('ok')
    await city.driver()
    await city.book(await city.person('rider'))
    expect((await read()).codeFixed).toBe(true)
    expect(await keyOf(save({ code: 'ARS' }))).toBe('currency_code_fixed')
    expect(await keyOf(save({ code: 'UYU', symbol: '$' }))).toBe('ok')
  })

  it('treats a quote in a former currency as expired', async () => {
    // A quote from before the first booking.
    const rider = await city.person('rider')
    const quote = await city.quote(rider)
    await city.server.app.settings.change({ code: 'ARS' }, null)
    expect(await keyOf(city.book(rider, quote))).toBe('quote_expired')
    await city.server.app.settings.change({ code: 'UYU' }, null)
  })
})

describe('AllowCriticalEditsAdmin', () => {
  it('on: saves are allowed and contacts shown; off: demo_mode, contacts hidden and not searchable', async () => {
    const rider = await city.person('rider')
    await db.request.updateTable('users').set({ mobile: '+59899123123' }).where('id', '=', rider.id).execute()
    const riders = (search: string) => admin.call(ridersApi.list, { query: { search } }).then(({ rows }) => rows)
    expect(await riders('99123123')).toMatchObject([{ id: rider.id, mobile: '+59899123123' }])

    const { version } = await save({ AllowCriticalEditsAdmin: false })
    const rows = await audits()
    expect(await keyOf(save({ appName: 'X' }))).toBe('demo_mode')
    expect(await keyOf(save({ AllowCriticalEditsAdmin: true }))).toBe('demo_mode')
    expect(await read()).toMatchObject({ version, settings: { AllowCriticalEditsAdmin: false } })
    expect(await audits()).toEqual(rows)
    expect(await riders('99123123')).toEqual([])
    const shown = await riders(rider.name)
    expect(shown).toMatchObject([{ id: rider.id, mobile: 'Hidden', email: 'Hidden' }])
    expect(JSON.stringify(shown)).not.toContain('+598')

    // `npm run critical-edits on`: through its own connection, seen by the running server
    expect(await switchCriticalEdits(db, true, 'operator')).toBe(true)
    expect(await switchCriticalEdits(db, true, 'operator')).toBe(false)
    expect((await audits()).at(-1)).toMatchObject({
      actor_role: 'system',
      action: 'settings.critical-edits',
      data: { on: true, by: 'operator' },
    })
    await city.server.app.settings.refresh()
    expect(await keyOf(save({ appName: 'X' }))).toBe('ok')
  })

  it('off in the database refuses a save, also before this process has refreshed', async () => {
    await switchCriticalEdits(db, false, 'operator')
    expect(await keyOf(save({ appName: 'Y' }))).toBe('demo_mode')
    await switchCriticalEdits(db, true, 'operator')
    await city.server.app.settings.refresh()
  })
})

describe('GET /api/riders', () => {
  it('finds riders by name, email or number, page by page, riders only; for admins only', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => city.person('rider')))
    for (const { id } of made)
      await db.request.updateTable('users').set({ first_name: 'Ana%', last_name: id }).where('id', '=', id).execute()
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: { rows: { id: string }[]; next: string | null } = await admin.call(ridersApi.list, {
        query: { search: 'ana%', limit: 2, ...(cursor === undefined ? {} : { cursor }) },
      })
      expect(page.rows.length).toBeLessThanOrEqual(2)
      found.push(...page.rows.map(({ id }) => id))
      cursor = page.next
    }
    expect(found).toEqual(made.map(({ id }) => id).toSorted())
    expect((await admin.call(ridersApi.list, { query: { search: admin.name } })).rows).toEqual([])
    expect(await keyOf(admin.call(ridersApi.list, { query: { cursor: 'e30' } }))).toBe('invalid_input')
    for (const role of ['rider', 'driver', 'fleetadmin'] as const)
      expect(await keyOf((await city.person(role)).call(ridersApi.list, { query: {} }))).toBe('forbidden')
  })
})
