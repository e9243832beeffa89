import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mapsConformance } from '../conformance.ts'
import { cityPoints } from '../testing/emulated-city.ts'
import { emulateOsrm } from '../testing/osrm-emulator.ts'
import { testService } from '../testing/outside-service.ts'
import { osrmMaps } from './osrm-maps.ts'

const emulator = await emulateOsrm()
afterAll(() => emulator.close())
const open = () => osrmMaps(testService('osrm', emulator.url), 1500)
const { a, b, sea } = cityPoints

mapsConformance('OSRM', {
  ...open(),
  ...cityPoints,
  abroadFails: 'NO_SEGMENT',
  seaFails: 'NO_SEGMENT',
  hasRange: true,
  emulator,
})

describe('OSRM [design/maps-88]', () => {
  beforeEach(() => {
    emulator.reset()
    emulator.precision = 5
  })
  const { routing, matching } = open()

  test('gets longitude before latitude, and roads within 1 km only', async () => {
    await routing.route(a, b)
    expect(emulator.requests[0]).toMatchObject({
      path: '/route/v1/driving/-56.199600,-34.906600;-56.166000,-34.893800',
    })
    expect(emulator.requests[0]!.query.get('radiuses')).toBe('1000;1000')
  })

  test('a line that is only shown uses nothing of what is kept for fares [design/maps-85]', async () => {
    const { routing, matching } = osrmMaps(testService('osrm', emulator.url, { reserve: 1 }), 1500)
    await expect(routing.route(a, b, { forFare: false })).rejects.toMatchObject({ code: 'QUOTA' })
    expect((await routing.route(a, b)).distance).toBeGreaterThan(0)
    // the distance that is charged is for a fare
    const fixes = [0, 0.005].map((east) => ({ ...a, lng: a.lng + east, at: 1.8e12 + east * 1e7 }))
    expect((await matching.matchedDistance(fixes)).distance_in_km).toBeGreaterThan(0)
  })

  test('a line of another precision is refused', async () => {
    emulator.precision = 6
    const fixes = [0, 0.005].map((east) => ({ ...a, lng: a.lng + east, at: 1.8e12 + east * 1e7 }))
    await expect(open().routing.route(a, b)).rejects.toMatchObject({ code: 'UPSTREAM' })
    await expect(matching.matchedDistance(fixes)).rejects.toMatchObject({ code: 'UPSTREAM' })
  })

  test('one point at sea does not fail the others of a table', async () => {
    const [row] = await routing.matrix([a], [sea, b])
    expect(row![0]).toBeNull()
    expect(row![1]!.distance_in_km).toBeGreaterThan(1)
  })

  test('a table of more than 100 coordinates is asked for in blocks', async () => {
    const spots = Array.from({ length: 120 }, (_, i) => ({ lat: a.lat + i * 1e-4, lng: a.lng }))
    const found = await routing.matrix(spots, [b])
    expect(emulator.requests).toHaveLength(3)
    expect(found).toHaveLength(120)
    expect(await routing.driveTime(spots[119]!, b)).toMatchObject(found[119]![0]!)
  })

  test('a track of several matchings is one distance, the gap by its straight line', async () => {
    const fixes = Array.from({ length: 20 }, (_, i) => ({
      lat: a.lat,
      lng: a.lng + i * 1e-3,
      at: 1.8e12 + i * 10_000 + (i >= 10 ? 200_000 : 0),
    }))
    const whole = await matching.matchedDistance(fixes.map((fix, i) => ({ ...fix, at: 1.8e12 + i * 10_000 })))
    const split = await matching.matchedDistance(fixes)
    expect(split.distance_in_km).toBeCloseTo(whole.distance_in_km, 2)
  })

  test('fixes of one second and inaccurate ones are left out', async () => {
    const at = 1.8e12
    await matching.matchedDistance([
      { ...a, at },
      { ...a, at: at + 200 },
      { ...b, lat: -34.5, at: at + 5000, accuracy: 400 },
      { ...a, lng: a.lng + 0.005, at: at + 50_000 },
    ])
    expect(emulator.requests[0]!.query.get('timestamps')?.split(';')).toHaveLength(2)
  })

  test('the same route is asked for once in two minutes', async () => {
    const { routing } = open()
    await Promise.all([routing.route(a, b), routing.route(a, b)])
    await routing.route(a, b)
    expect(emulator.requests).toHaveLength(1)
  })
})
