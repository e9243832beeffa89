import { readFileSync } from 'node:fs'
import pg from 'pg'
import { loadGazetteer } from '../../atlas/geocode/load-gazetteer.ts'
import { placesFile, readCurrent, versionFolder } from '../../atlas/region/region-files.ts'
import { seeded } from '../../atlas/testing/random.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { mapsFolder, openEmbeddedMaps } from '../../server/providers/maps/open-embedded-maps.ts'
import { makePerson } from '../../server/testing/make-person.ts'
import { openCaller } from '../city/caller.ts'
import { withDataFolder } from '../city/data-folder.ts'
import { openOurServer } from '../city/our-server.ts'
import { insist, quantile, spreadOf } from '../pairs.ts'
import type { Found } from '../report/found.ts'
import { withEmbedded } from '../with-postgres.ts'

/**
 * Suggestions while a rider types in the demo city, over HTTP against the whole server with two loads of places
 * [design/maps-53].
 */
const BAR = 25
const ROUNDS = 5
const TEXTS = 400
const SHORTEST = 2

/** What the field holds after each letter of the queries of the search's own list, in random order. */
const typedTexts = (): string[] => {
  const list = new URL('../../atlas/geocode/queries/montevideo.json', import.meta.url)
  const queries = JSON.parse(readFileSync(list, 'utf8')) as { typed: string }[]
  const random = seeded(53)
  return queries
    .flatMap(({ typed }) => Array.from({ length: typed.length - SHORTEST + 1 }, (_, i) => typed.slice(0, SHORTEST + i)))
    .map((text) => ({ text, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, TEXTS)
    .map(({ text }) => text)
}

/** The rows of the map once more, as those of an imported region that is not in use. */
const addLoad = async (connection: pg.PoolConfig, dataDir: string): Promise<void> => {
  const dir = mapsFolder(dataDir)
  const current = await readCurrent(dir)
  if (!current) throw new Error('the trial city is not built')
  const pool = new pg.Pool({ ...connection, max: 1 })
  try {
    const load = { region: 'another', version: '1', file: placesFile(versionFolder(dir, current)) }
    await loadGazetteer(pool, load, () => undefined)
  } finally {
    await pool.end()
  }
}

export const placesBench = (): Promise<Found> =>
  withDataFolder((dataDir) =>
    withEmbedded(async (connection) => {
      await migrate(connection)
      const maps = await openEmbeddedMaps({
        dataDir,
        connection,
        secret: Buffer.alloc(32, 1),
        progress: () => undefined,
        failed: (error) => process.stdout.write(`  ${String(error)}\n`),
      })
      await addLoad(connection, dataDir)
      const { app, url, stop } = await openOurServer(connection, {}, maps)
      const { token } = await makePerson(app.db, 'rider')
      const caller = openCaller(url, 1)
      const texts = typedTexts()
      const ask = async (text: string): Promise<number> => {
        const since = performance.now()
        const { status, body } = await caller.call(
          'POST',
          '/googleapis-autocomplete',
          { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          JSON.stringify({ searchKeyword: text, near: { lat: -34.9058, lng: -56.1894 } }),
        )
        insist(status === 200, `a suggestion for "${text}" answers ${status} ${body}`)
        return performance.now() - since
      }
      const slowest: number[] = []
      try {
        for (let round = 0; round <= ROUNDS; round++) {
          const times: number[] = []
          for (const text of texts) times.push(await ask(text))
          // The first round fills the caches of the database.
          if (round > 0) slowest.push(quantile(times, 0.99))
        }
      } finally {
        caller.close()
        await stop()
        await app.db.close()
        await maps.close()
      }
      const measured = spreadOf(slowest)
      return {
        rows: [
          {
            goal: 'Places',
            what: 'slowest of 100 suggestions while typing',
            peer: 'bar',
            ours: `${measured.median.toFixed(1)} ms`,
            theirs: `${BAR} ms`,
            ratio: { median: measured.median / BAR, low: measured.low / BAR, high: measured.high / BAR },
            target: { atMost: 1 },
          },
        ],
      }
    }),
  )
