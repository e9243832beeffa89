import { endpoints } from '@remis/server/endpoints'
import type { TestDatabase } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { long, many } from '../scale.ts'
import { explore, runsOf } from './explore.ts'
import { casesOf } from './fuzz-case.ts'
import { openFuzzCity, type FuzzCity } from './fuzz-city.ts'
import { faultsOf } from './judge.ts'
import { watchOf, type Watch } from './watch.ts'

/** Each part has a separate city: they run side by side. */
const PARTS = 3
type Part = 1 | 2 | 3

/** These change what all the others depend on, so they come last: the session that calls, and the settings. */
const late = [
  'POST /api/account-data/deletion',
  'DELETE /api/sessions',
  'DELETE /api/sessions/current',
  'PATCH /api/settings',
]
const named = endpoints
  .map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
  .sort((a, b) => late.indexOf(a.name) - late.indexOf(b.name))

/** Tables that a job writes after the call that began it. */
const inBackground: Readonly<Record<string, readonly string[]>> = {
  'POST /api/notifications/:id/send': ['notifications', 'pushes'],
}

/**
 * Moves that carry the driver's positions: these are judged and stored like any others, also when the move is then
 * refused [design/tracking-19].
 */
const carryPositions = ['arrive', 'start', 'reach'].map((move) => `POST /api/bookings/:id/${move}`)

const runs = many(10, 10_000)

/** Sends every endpoint of this part any value that the schemas can generate. */
export const fuzzEndpoints = (database: TestDatabase, part: Part): void => {
  const { request: db } = database.db
  const ours = named.filter((_, index) => index % PARTS === part - 1)
  /**
   * Calls that use the city up; people and bookings in every state are renewed before some (gate) or each of them (long
   * form).
   */
  const using = ours.map(({ name }) => name).filter((name) => /^POST \/api\/(bookings|withdrawals)/.test(name))
  const needsNew = (name: string): boolean => using.includes(name) && (long || using.indexOf(name) % 6 === 0)
  let city: FuzzCity
  let watch: Watch
  let columns: string[]

  beforeAll(async () => {
    city = await openFuzzCity(database)
    watch = await watchOf(db)
    const { rows } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(db)
    columns = rows.map(({ name }) => name)
  })

  // Lines with this prefix are copied to the page of results.
  afterAll(() => void process.stdout.write(`> ${ours.length} endpoints, ${runsOf(runs)} calls to each\n`))

  describe('every endpoint answers any input', () => {
    it.each(ours)('$name', async ({ endpoint, name }) => {
      const renew = async () => {
        await city.renew()
        watch.forget()
      }
      if (needsNew(name)) await renew()
      await explore({
        name,
        base: city.city.server.url,
        runs,
        cases: () => casesOf(endpoint, city, columns),
        faults: (asked, answer) => faultsOf(endpoint, asked, answer),
        mayChange: (_asked, { status }) => endpoint.method !== 'GET' && status < 300,
        mayStore: carryPositions.includes(name) ? ['track_points'] : (inBackground[name] ?? []),
        watch,
        renew,
      })
    })
  })
}
