import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import type { MapsProvider } from '@remis/server/providers/maps/maps-provider'
import { openEmbeddedMaps } from '@remis/server/providers/maps/open-embedded-maps'
import { databaseFor } from '@remis/server/testing/test-database'
import { drop, pickup } from '@remis/server/testing/test-city'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepMaps, makeDataFolder } from '../prepared-data.ts'

const database = await databaseFor(import.meta.url)
const dataDir = makeDataFolder()
const workers: Worker[] = []
/** Only the map worker has a limit of memory; from source it is bundled by esbuild, which has a thread too. */
const remember = (worker: Worker) => {
  if (worker.resourceLimits?.maxOldGenerationSizeMb === 256) workers.push(worker)
}
let maps: MapsProvider

beforeAll(async () => {
  process.on('worker', remember)
  maps = await openEmbeddedMaps({
    dataDir,
    connection: database.connection,
    secret: randomBytes(32),
    progress: () => undefined,
    failed: (error) => {
      throw error
    },
  })
  keepMaps(dataDir)
})
afterAll(async () => {
  process.off('worker', remember)
  await maps.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A drive along the road, a fix about every 100 m. */
const track = async () => {
  const { coords } = await maps.route(pickup, drop)
  const kept: LatLng[] = []
  for (const point of coords) {
    const last = kept.at(-1)
    if (last === undefined || kmBetween(last, point) > 0.1) kept.push(point)
  }
  const began = Date.now() - kept.length * 10_000
  return kept.map(({ lat, lng }, n) => ({ lat, lng, at: began + n * 10_000, accuracy: 5 }))
}

it('a killed map worker fails its callers at once, and a new one answers the next [design/maps-9]', async () => {
  const fixes = await track()
  const { distance_in_km } = await maps.matchedDistance(fixes)
  expect(distance_in_km).toBeGreaterThan(1)
  expect(workers).toHaveLength(1)
  for (let round = 1; round <= 3; round++) {
    const asked = Array.from({ length: 5 }, () => maps.matchedDistance(fixes))
    const ends = Promise.allSettled(asked)
    const killed = performance.now()
    await workers.at(-1)?.terminate()
    for (const end of await ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'MapsError', code: 'UPSTREAM' })
      else expect(end.value.distance_in_km).toBe(distance_in_km)
    expect(performance.now() - killed).toBeLessThan(2000)
    expect((await ends).some(({ status }) => status === 'rejected')).toBe(true)
    expect((await maps.matchedDistance(fixes)).distance_in_km).toBe(distance_in_km)
    expect(workers).toHaveLength(round + 1)
  }
  // Calls that need no worker were answered all the time.
  expect((await maps.route(pickup, drop)).distance).toBeGreaterThan(1)
})
