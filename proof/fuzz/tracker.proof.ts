import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { databaseFor } from '@remis/server/testing/test-database'
import { openCity, pickup, type City } from '@remis/server/testing/test-city'
import fc, { type Arbitrary } from 'fast-check'
import { beforeAll, describe, it } from 'vitest'
import { many } from '../scale.ts'
import { bent } from './bend.ts'
import { explore } from './explore.ts'
import { hostileValue, strayKeys, toJson } from './hostile-values.ts'
import { commonFaultsOf } from './judge.ts'
import { watchOf, type Watch } from './watch.ts'
import { isWhole } from './whole-text.ts'
import type { Answer, Sent } from './wire.ts'

const database = await databaseFor(import.meta.url)
let city: City
let watch: Watch
let tokens: readonly string[]

beforeAll(async () => {
  city = await openCity(database)
  const driver = await city.driver()
  const { token } = await driver.call(trackingApi.makeTracker, { body: {} })
  tokens = [token, token, token, token, `${token}x`, '', driver.token ?? '']
  watch = await watchOf(database.db.request)
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const fields = (): Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...tokens),
      fc.constantFrom('lat', 'lon', 'timestamp', 'accuracy', 'hdop', 'bearing', 'speed', 'id', 'valid'),
      hostileValue.map(textOf).filter(isWhole),
      fc.boolean(),
    )
    .map(([id, odd, value, doubled]) => {
      const usual = new URLSearchParams({ id, lat: String(pickup.lat), lon: String(pickup.lng) })
      if (doubled) usual.append(odd, value.slice(0, 2000))
      else usual.set(odd, value.slice(0, 2000))
      return usual.toString()
    })

const manyNames = (most: number): Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 100, max: most }), fc.constantFrom(...tokens))
    .map(([count, id]) => `${Array.from({ length: count }, (_, n) => n.toString(36)).join('&')}&id=${id}`)

const location = fc.record({
  timestamp: fc.constantFrom('2026-09-21T10:13:10.250Z', ''),
  coords: fc.record({
    latitude: fc.constant(pickup.lat),
    longitude: fc.constant(pickup.lng),
    accuracy: fc.constantFrom(5, -1),
    speed: fc.constantFrom(3, -1),
    heading: fc.constantFrom(90, -1),
  }),
})

const cases = (): Arbitrary<Sent> => {
  const report = fc
    .tuple(fc.constantFrom(...tokens), fc.oneof(location, fc.array(location, { maxLength: 3 })))
    .map(([device_id, one]) => ({ device_id, location: one }))
  const body = fc.oneof(
    { weight: 5, arbitrary: bent(report, strayKeys(['driver_id', 'status'])).map(toJson) },
    { weight: 2, arbitrary: fields() },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
    { weight: 1, arbitrary: manyNames(60_000) },
  )
  const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'x', '')
  return fc.oneof(
    fields().map((query) => ({ method: 'GET', url: `/tracker?${query}`, headers: {} })),
    manyNames(2000).map((query) => ({ method: 'GET', url: `/tracker?${query}`, headers: {} })),
    fields().map((query) => ({ method: 'POST', url: `/tracker?${query}`, headers: {} })),
    fc.tuple(body, type).map(([text, kind]) => ({
      method: 'POST',
      url: '/tracker',
      headers: kind === '' ? {} : { 'content-type': kind },
      body: Buffer.from(text),
    })),
  )
}

const faultsOf = (_asked: Sent, answer: Answer): string[] => [
  ...commonFaultsOf(answer),
  ...(answer.text === '' ? [] : [`it answers with a text: ${answer.text.slice(0, 100)}`]),
  ...([200, 400, 404, 413].includes(answer.status) ? [] : [`it answers ${answer.status}`]),
]

describe('the route of companion apps answers any input [design/tracking-31]', () => {
  it('by query, form and JSON', async () => {
    await explore({
      name: '/tracker',
      base: city.server.url,
      runs: many(60, 10_000),
      cases,
      faults: faultsOf,
      mayChange: (_asked, { status }) => status === 200,
      watch,
    })
  })
})
