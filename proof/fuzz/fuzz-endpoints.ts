import { endpoints } from '@remis/server/endpoints'
import type { TestDatabase } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { long, many } from '../scale.ts'
import { explore, runsOf } from './explore.ts'
import type { FuzzCase } from './fuzz-call.ts'
import { casesOf } from './fuzz-case.ts'
import { openFuzzCity, type FuzzCity } from './fuzz-city.ts'
import { faultsOf } from './judge.ts'
import { neverAccepted } from './known-values.ts'
import { watchOf, type Watch } from './watch.ts'
import type { Answer } from './wire.ts'

/** Each part has a separate city: they run side by side. */
const PARTS = 3
type Part = 1 | 2 | 3

/** These change what all the others depend on, so they come last: the settings, and the session that calls. */
const late = [
  'PATCH /api/settings',
  'POST /api/account-data/deletion',
  'DELETE /api/sessions',
  'DELETE /api/sessions/current',
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
/** Valid calls to a write that accepted none of the others. */
const validRuns = 300

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

  it('each write that may accept no call exists', () => {
    const names = named.map(({ name }) => name)
    expect([...neverAccepted.keys()].filter((name) => !names.includes(name))).toEqual([])
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
      const campaign = {
        name,
        base: city.city.server.url,
        runs,
        cases: () => casesOf(endpoint, city, columns),
        faults: (asked: FuzzCase, answer: Answer) => faultsOf(endpoint, asked, answer),
        mayChange: (_asked: FuzzCase, { status }: Answer) => endpoint.method !== 'GET' && status < 300,
        mayStore: carryPositions.includes(name) ? ['track_points'] : (inBackground[name] ?? []),
        watch,
        renew,
      }
      const succeeded = await explore(campaign)
      if (endpoint.method === 'GET' || succeeded > 0 || neverAccepted.has(name)) return
      const cases = () => casesOf(endpoint, city, columns).filter(({ kind }) => kind === 'valid')
      const valid = { ...campaign, name: `${name}, valid`, runs: validRuns, cases, untilSuccess: true }
      expect(await explore(valid), 'no call succeeded, so nothing behind its checks was tried').toBeGreaterThan(0)
    })
  })
}
