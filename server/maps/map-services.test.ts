import { mapServicesApi } from '@remis/domain/maps/map-services-api'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openOutsideMaps, databaseCounter } from '../providers/maps/outside/open-outside-maps.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import { cityPoints } from '../providers/maps/testing/emulated-city.ts'
import { emulateOsrm } from '../providers/maps/testing/osrm-emulator.ts'
import { emulatePhoton } from '../providers/maps/testing/photon-emulator.ts'
import { actorOf } from '../testing/actors.ts'
import { startTestApp } from '../testing/app.ts'
import { makePerson } from '../testing/make-person.ts'
import { databaseFor } from '../testing/test-database.ts'
import { makePlatform } from '../testing/test-platform.ts'

const database = await databaseFor(import.meta.url)
const [osrm, photon] = await Promise.all([emulateOsrm(), emulatePhoton()])
afterAll(() => Promise.all([osrm.close(), photon.close()]))
const env = {
  MAPS_SEARCH: 'photon',
  MAPS_ROUTING: 'osrm',
  MAPS_PHOTON_URL: photon.url,
  MAPS_OSRM_URL: `${osrm.url}?key=secret`,
  MAPS_STYLE_URL: 'https://tiles.example/{theme}.json?lang={language}',
  PROVIDER_NETWORKS: 'loopback',
}
const limits = { maps: { answerMs: 1500, retryMs: 5, perPerson: { max: 3, windowSeconds: 60 } } }
const platform = makePlatform(database, { env, limits })
const embedded = standInMaps()
const maps = openOutsideMaps({ ...platform, embedded, counter: databaseCounter(database.db) })
const { url } = await startTestApp(database, { maps, env, limits })
beforeEach(() => {
  osrm.reset()
  photon.reset()
})

const signIn = async (role: 'admin' | 'rider') => {
  const { token } = await makePerson(database.db, role)
  return { ...actorOf(url, token), token }
}
const admin = await signIn('admin')
const rider = await signIn('rider')
const services = async () => (await admin.call(mapServicesApi.list, {})).services

describe('the maps services in the office [design/maps-82]', () => {
  test('are listed with their capabilities, state and requests of today, without their key', async () => {
    await maps.route(cityPoints.a, cityPoints.b)
    const [search, roads] = await services()
    expect(search).toMatchObject({ name: 'photon', capabilities: ['search'], state: 'ok', lastError: null })
    expect(roads).toMatchObject({ name: 'osrm', capabilities: ['routing'], state: 'ok', requests: 1, spent: 0 })
    expect(JSON.stringify([search, roads])).not.toContain('secret')
  })

  test('a test calls the service, says what failed, and is audited', async () => {
    const probe = () => admin.call(mapServicesApi.test, { body: { service: 'osrm' } })
    expect(await probe()).toMatchObject({ ok: true, detail: '' })
    expect(osrm.requests[0]!.path).toMatch(/^\/route\/v1\/driving\//)
    osrm.fail('500', 2)
    expect(await probe()).toMatchObject({ ok: false, detail: 'osrm answers 500.' })
    expect((await services())[1]).toMatchObject({ state: 'failing', lastError: { text: 'osrm answers 500.' } })
    await probe()
    expect((await services())[1]).toMatchObject({ state: 'ok' })
    const rows = await database.db.request
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .where('action', '=', 'map-service.test')
      .execute()
    expect(rows).toEqual([1, 2, 3].map(() => ({ action: 'map-service.test', subject: 'map-service:osrm' })))
  })

  test('one that is not in use fails its test', async () => {
    expect(await admin.call(mapServicesApi.test, { body: { service: 'google' } })).toMatchObject({ ok: false })
  })

  test('browsers are sent to the style of the operator [design/maps-80]', async () => {
    const reply = await fetch(`${url}/maps/style-dark.json?lang=pt`, { redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://tiles.example/dark.json?lang=pt'])
  })

  test('a person above the limit is refused, others are not [design/maps-85]', async () => {
    const find = async (token: string) =>
      (
        await fetch(`${url}/googleapis-autocomplete`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ searchKeyword: 'plaza' }),
        })
      ).status
    expect([await find(rider.token), await find(rider.token), await find(rider.token), await find(rider.token)]).toEqual([200, 200, 200, 429]) // prettier-ignore
    expect(await find(admin.token)).toBe(200)
  })
})
