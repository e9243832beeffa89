import { kmBetween } from '@remis/domain/kit/distance'
import { afterAll } from 'vitest'
import { emulatedTraffic } from '../../../testing/google/emulated-roads.ts'
import { startGoogleEmulator } from '../../../testing/google/google-emulator.ts'
import { mapsConformance } from '../conformance.ts'
import type { Point } from '../maps-provider.ts'
import { standInMaps } from '../stand-in-maps.ts'
import { cityPoints } from '../testing/emulated-city.ts'
import { testService } from '../testing/outside-service.ts'
import { googleMaps } from './open-google.ts'

const world = standInMaps()
const emulator = await startGoogleEmulator(world)
afterAll(() => emulator.close())
const { a, b, sea, abroad } = cityPoints
// Google finds no road at sea; the emulator has roads everywhere.
const isNear = (point: Point, other: Point): boolean => kmBetween(point, other) < 5
emulator.offRoad((point) => isNear(point, sea) || isNear(point, abroad))

mapsConformance('Google [design/maps-92]', {
  ...googleMaps(
    testService('google', emulator.url, { headers: { 'x-goog-api-key': emulator.key }, cacheSeconds: {} }),
    { matchMs: 1500 },
    () => world.region().center,
  ),
  a,
  b,
  sea,
  abroad,
  // The routes of the city behind the emulator are 1.3 times as long as straight lines.
  ratio: 1 / 1.3,
  traffic: emulatedTraffic,
  abroadFails: 'NO_ROUTE',
  trackAbroadFails: 'NO_SEGMENT',
  trackAtSeaFails: 'NO_SEGMENT',
  seaFails: 'NO_ROUTE',
  places: { typed: 'plaza', finds: 'Plaza Independencia', country: 'UY' },
  emulator,
})
