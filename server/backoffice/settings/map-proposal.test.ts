import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Region } from '../../providers/maps/maps-provider.ts'
import { standInMaps } from '../../providers/maps/stand-in-maps.ts'
import { keyOf, openCity } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { listOffered } from '../languages/languages-store.ts'
import { provideLanguages } from '../languages/provide-languages.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const standIn = standInMaps()
const uruguay = standIn.region()
const liechtenstein: Region = {
  ...uruguay,
  name: 'Liechtenstein',
  countries: ['LI', 'AT'],
  center: { lat: 47.14, lng: 9.52 },
}
let region: Region = uruguay
const city = await openCity(database, { maps: { ...standIn, region: () => region } })
const { app, failpoint } = city.server
const admin = await city.person('admin')
beforeAll(() => db.transact((tx) => provideLanguages(tx, firstLanguages, 'taxi')))

const read = () => admin.call(settingsApi.map, {})
const accept = (proposal: string) => admin.call(settingsApi.acceptMap, { body: { proposal } })
const audits = () =>
  db.request.selectFrom('audit_log').select(['action', 'actor_id', 'data']).orderBy('id', 'desc').limit(2).execute()
const versions = async () => (await admin.call(settingsApi.read, {})).version
const onUruguay = { country: 'Uruguay', restrictCountry: 'UY', AllowCriticalEditsAdmin: true }

describe('settings that do not fit the map', () => {
  it('are proposed and set in one commit, with history and audit [design/maps-101] [design/maps-102]', async () => {
    await app.settings.change(onUruguay, null)
    expect(await read()).toMatchObject({ map: 'Stand-in city', country: 'UY', changes: [], language: null })

    region = liechtenstein
    const { proposal, ...shown } = await read()
    expect(shown).toEqual({
      map: 'Liechtenstein',
      country: 'LI',
      changes: [
        { name: 'timezone', from: 'America/Montevideo', to: 'Europe/Vaduz' },
        { name: 'country', from: 'Uruguay', to: 'Liechtenstein' },
        { name: 'restrictCountry', from: 'UY', to: 'LI' },
        { name: 'code', from: 'UYU', to: 'CHF' },
        { name: 'symbol', from: '$U', to: 'CHF' },
        { name: 'decimal', from: 0, to: 2 },
      ],
      language: { from: 'English', to: 'Deutsch' },
      addedLanguages: ['Deutsch'],
      lockedCurrency: null,
    })
    const before = await versions()
    const accepted = await accept(proposal)
    expect(accepted).toMatchObject({ changes: [], language: null, addedLanguages: [] })
    expect(await read()).toEqual(accepted)
    expect(await admin.call(backofficeApi.settings, {})).toMatchObject({ code: 'CHF', symbol: 'CHF', decimal: 2, restrictCountry: 'LI' })
    expect(await listOffered(db.request)).toEqual(['de', 'en', 'ar'])
    const { rows } = await admin.call(settingsApi.history, { query: { limit: 1 } })
    expect(rows[0]).toMatchObject({ version: before + 1, by: { id: admin.id } })
    expect(await audits()).toMatchObject([
      { action: 'language.default', actor_id: admin.id, data: { langLocale: 'de', added: ['de'], map: 'Liechtenstein' } },
      { action: 'settings.change', actor_id: admin.id, data: { version: before + 1, map: 'Liechtenstein', changed: { code: { from: 'UYU', to: 'CHF' } } } },
    ])
  }) // prettier-ignore

  it('are set once when two admins accept at the same time', async () => {
    await app.settings.change({ ...onUruguay, timezone: 'America/Montevideo', code: 'UYU' }, null)
    const { proposal } = await read()
    const before = await versions()
    const stop = failpoint.pause('settings.locked')
    const first = keyOf(accept(proposal))
    await stop.reached
    const second = keyOf(accept(proposal))
    stop.release()
    expect([await first, await second]).toEqual(['ok', 'ok'])
    expect(await versions()).toBe(before + 1)
    // The third comes late: all fits already.
    expect(await keyOf(accept(proposal))).toBe('ok')
    expect(await versions()).toBe(before + 1)
  })

  it('are not set when the proposal has changed since it was read', async () => {
    await app.settings.change(onUruguay, null)
    const { proposal } = await read()
    await admin.call(settingsApi.change, { body: { settings: { timezone: 'UTC' } } })
    expect(await keyOf(accept(proposal))).toBe('settings_changed')
    expect(await keyOf(accept('forged'))).toBe('settings_changed')
    expect((await admin.call(settingsApi.read, {})).settings).toMatchObject({ timezone: 'UTC', country: 'Uruguay' })
  })

  it('stay as they are when the country of the map is not known', async () => {
    region = { ...liechtenstein, countries: [], center: { lat: 1, lng: 2 } }
    expect(await read()).toMatchObject({ country: null, changes: [], language: null, lockedCurrency: null })
    region = liechtenstein
  })

  it('can be accepted by admins only, and not in demo mode', async () => {
    const { proposal } = await read()
    for (const role of ['rider', 'driver', 'fleetadmin'] as const) {
      const other = await city.person(role)
      expect(await keyOf(other.call(settingsApi.map, {}))).toBe('forbidden')
      expect(await keyOf(other.call(settingsApi.acceptMap, { body: { proposal } }))).toBe('forbidden')
    }
    await app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect(await keyOf(accept(proposal))).toBe('demo_mode')
    await app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    expect((await read()).proposal).toBe(proposal)
  })

  it('keep the currency once there is money in it; the others change', async () => {
    const rider = await city.person('rider')
    await app.settings.change({ ...onUruguay, timezone: 'America/Montevideo', code: 'UYU', decimal: 0, symbol: '$U' }, null)
    region = uruguay
    await city.driver()
    await city.book(rider)
    region = liechtenstein
    const { proposal, changes, lockedCurrency } = await read()
    expect(lockedCurrency).toEqual({ from: 'UYU', to: 'CHF' })
    expect(changes.map(({ name }) => name)).toEqual(['timezone', 'country', 'restrictCountry'])
    expect(await accept(proposal)).toMatchObject({ changes: [], lockedCurrency: { from: 'UYU', to: 'CHF' } })
    expect(await admin.call(backofficeApi.settings, {})).toMatchObject({ code: 'UYU', restrictCountry: 'LI' })
  }) // prettier-ignore
})
