import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mapsConformance } from '../conformance.ts'
import { cityPoints } from '../testing/emulated-city.ts'
import { testService } from '../testing/outside-service.ts'
import { emulateValhalla } from '../testing/valhalla-emulator.ts'
import { valhallaMaps } from './valhalla-maps.ts'

const emulator = await emulateValhalla()
afterAll(() => emulator.close())
const open = () => valhallaMaps(testService('valhalla', emulator.url), 1500)
const { a, b, sea, abroad, acrossTheRiver } = cityPoints

mapsConformance('Valhalla', {
  ...open(),
  ...cityPoints,
  abroadFails: 'OUT_OF_REGION',
  trackAbroadFails: 'NO_SEGMENT',
  seaFails: 'NO_SEGMENT',
  hasRange: true,
  emulator,
})

describe('Valhalla [design/maps-89]', () => {
  beforeEach(() => {
    emulator.reset()
    emulator.precision = 6
    emulator.codes = true
  })

  test('a line that is only shown uses nothing of what is kept for fares [design/maps-85]', async () => {
    const { routing, matching } = valhallaMaps(testService('valhalla', emulator.url, { reserve: 1 }), 1500)
    await expect(routing.route(a, b, { forFare: false })).rejects.toMatchObject({ code: 'QUOTA' })
    expect((await routing.route(a, b)).distance).toBeGreaterThan(0)
    // the distance that is charged is for a fare
    const fixes = [0, 0.005].map((east) => ({ ...a, lng: a.lng + east, at: 1.8e12 + east * 1e7 }))
    expect((await matching.matchedDistance(fixes)).distance_in_km).toBeGreaterThan(0)
  })

  test('shapes of precision 6 become lines of precision 5; others are refused', async () => {
    const { coords } = await open().routing.route(a, b)
    expect(coords[0]!.lat).toBeCloseTo(a.lat, 5)
    emulator.precision = 5
    await expect(open().routing.route(a, b)).rejects.toMatchObject({ code: 'UPSTREAM' })
    const fixes = [0, 0.005].map((east) => ({ ...a, lng: a.lng + east, at: 1.8e12 + east * 1e7 }))
    await expect(open().matching.matchedDistance(fixes)).rejects.toMatchObject({ code: 'UPSTREAM' })
  })

  test('errors without a code are read by their text', async () => {
    emulator.codes = false
    await expect(open().routing.route(a, sea)).rejects.toMatchObject({ code: 'NO_SEGMENT' })
    await expect(open().routing.route(a, acrossTheRiver)).rejects.toMatchObject({ code: 'NO_ROUTE' })
    await expect(open().routing.route(a, abroad)).rejects.toMatchObject({ code: 'OUT_OF_REGION' })
    const atSea = [0, 1].map((i) => ({ ...sea, lat: sea.lat + i * 0.005, at: 1.8e12 + i * 60_000 }))
    await expect(open().matching.matchedDistance(atSea)).rejects.toMatchObject({ code: 'NO_SEGMENT' })
  })

  test('a car that no road connects with the others has no time, and the others have theirs', async () => {
    const cars = [a, acrossTheRiver, { ...a, lng: a.lng + 0.01 }, { ...a, lng: a.lng + 0.02 }]
    for (const codes of [true, false]) {
      emulator.codes = codes
      const times = (await open().routing.matrix(cars, [b])).map(([time]) => time !== null)
      expect(times).toEqual([true, false, true, true])
      expect(await open().routing.matrix([acrossTheRiver], [a, b])).toEqual([[null, null]])
    }
  })

  test('asks for roads within 1 km, distances that a taxi drives, and kilometres', async () => {
    await open().routing.route(a, b)
    expect(JSON.parse(emulator.requests[0]!.body)).toMatchObject({
      locations: [{ lat: a.lat, lon: a.lng, search_cutoff: 1000 }, { search_cutoff: 1000 }],
      costing_options: { auto: { use_distance: 0.5 } },
      units: 'kilometers',
    })
  })

  test('a trace that breaks is several trips, joined by straight lines', async () => {
    const fixes = Array.from({ length: 20 }, (_, i) => ({
      lat: a.lat,
      lng: a.lng + i * 1e-3 + (i >= 10 ? 0.03 : 0),
      at: 1.8e12 + i * 10_000,
    }))
    const { distance_in_km: km } = await open().matching.matchedDistance(fixes)
    expect(km).toBeGreaterThan(4)
    expect(km).toBeLessThan(5)
  })
})
