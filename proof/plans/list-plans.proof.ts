import { endpoints } from '@remis/server/endpoints'
import { selectAccountState } from '@remis/server/privacy/erasure/deletion-store'
import { erasePerson } from '@remis/server/privacy/erasure/erasure-store'
import { personalRows } from '@remis/server/privacy/erasure/personal-data'
import { startJobQueue } from '@remis/server/platform/jobs/job-queue'
import type { SweepTask } from '@remis/server/platform/jobs/sweeper'
import { startTestApp } from '@remis/server/testing/app'
import { databaseFor } from '@remis/server/testing/test-database'
import { cityIds, filterValues } from '@remis/server/testing/large-city/city-values'
import { fillLargeCity } from '@remis/server/testing/large-city/fill-large-city'
import { sizeFor } from '@remis/server/testing/large-city/people-sql'
import { callsOf, officeLists, type Query } from '@remis/server/testing/large-city/office-lists'
import { watchStatements } from '@remis/server/testing/large-city/watch-statements'
import { withClient } from '@remis/server/testing/large-city/with-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { many } from '../scale.ts'
import { readPlans } from './read-plans.ts'
import { readWork } from './read-work.ts'

const BOOKINGS = 50_000
/** Tables that grow over the years: no list may read one in full. */
const large = `bookings booking_words users ledger_entries ledger_transactions audit_log mail_queue withdrawals quotes
  ratings notices pushes track_points trip_reviews`.split(/\s+/)
/** Fewer rows are read faster without an index. */
const MOST_READ = 2000
/** More rows are sorted by an index only. */
const MOST_SORTED = 10_000

const database = await databaseFor(import.meta.url)
const { connection } = database
let sweeps: Readonly<Record<string, SweepTask>> = {}
const server = await startTestApp(database, {
  turns: {
    sweeps: (tasks) => {
      sweeps = tasks
      return { stop: () => Promise.resolve() }
    },
    jobs: startJobQueue,
  },
})
afterAll(() => server.stop())

/** Not looked at: rows of security events are removed after 90 days. */
const bounded = ['/api/security-events']
const lists = officeLists(endpoints, filterValues).filter(({ path }) => !bounded.includes(path))
/** Short and frequent, absent, the start of an id; further scripts and a whole name in the long form. */
const words = ['Ma', 'Qxz', '4R', 'Ан', 'ظظغ', 'Martinez'].slice(0, many(3, 6))
/** The audit log refuses words that more than 20 people match. */
const wordsOf = (path: string) => (path === '/api/audit' ? ['rider.12@', 'Qxz', '4R'] : words)
const token = 'plans-admin'.padEnd(43, '-')

const heavyOf = (work: Awaited<ReturnType<typeof readWork>>) =>
  work.flatMap(({ touched }) => touched).filter(({ table, rows }) => rows > MOST_READ && large.includes(table))

const get = async (path: string, query: Query): Promise<void> => {
  const answer = await fetch(`${server.url}${path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status !== 200)
    throw new Error(`${path} ${JSON.stringify(query)}: ${answer.status} ${await answer.text()}`)
}

beforeAll(async () => {
  await withClient(connection, async (client) => {
    // so many withdrawals that reading all of them costs more than an index, as it does in a large city
    await fillLargeCity(client, BOOKINGS, { size: { ...sizeFor(BOOKINGS), withdrawals: BOOKINGS / 5 } })
    // the alerts of a year in a city of 2 million bookings [design/safety-24]
    await client.query(`with more as (
        insert into safety_alerts (id, booking_id, user_id, role, kind, pressed_at, created_at, taken_by, taken_at,
          closed_by, closed_at, outcome)
        select gen_random_uuid(), booking_id, user_id, role, kind, pressed_at, created_at, taken_by, taken_at,
          closed_by, closed_at, outcome
        from safety_alerts, generate_series(1, 28) where closed_at is not null returning *)
      insert into safety_events (id, alert_id, what, at, by_id)
      select gen_random_uuid(), id, what, closed_at, closed_by
      from more, unnest(array[case kind when 'panic' then 'sent' else 'unanswered' end, 'taken', 'closed']) what`)
    await client.query('analyze safety_alerts')
    await client.query(
      `insert into sessions (id, user_id, token_hash, expires_at) values ($1, $1, sha256($2), now() + interval '1 day')`,
      [cityIds.admin, token],
    )
  })
  // makes the sums of earnings
  await get('/api/dashboard', {})
}, 300_000)

describe(`statements of the office's lists with ${BOOKINGS.toLocaleString('en')} bookings [design/data-80]`, () => {
  it('has more rows in each large table than a statement may read [design/data-86]', async () => {
    const small: string[] = []
    await withClient(connection, async (client) => {
      for (const table of large) {
        const { rows } = await client.query(`select from ${table} offset $1 limit 1`, [MOST_READ])
        if (rows.length === 0) small.push(table)
      }
    })
    expect(small).toEqual([])
  })

  it('finds the lists in the table of endpoints', () => {
    expect(lists.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/bookings', '/api/people', '/api/drivers', '/api/withdrawals', '/api/mails']),
    )
  })

  it.each(['', '/counts', '/cars', '/charts'])('the dashboard%s reads no large table whole', async (part) => {
    const statements = await watchStatements(() => get(`/api/dashboard${part}`, {}))
    expect(statements.length).toBeGreaterThan(0)
    const plans = await withClient(connection, (client) => readPlans(client, statements))
    const whole = plans
      .flatMap(({ wholes }) => wholes)
      .filter(({ what, rows }) => rows > MOST_READ && large.includes(what))
    expect(whole).toEqual([])
  })

  it.each(['', '/counts', '/cars', '/charts'])('the dashboard%s touches few rows of a large table', async (part) => {
    const statements = await watchStatements(() => get(`/api/dashboard${part}`, {}))
    const work = await withClient(connection, (client) => readWork(client, statements))
    expect(heavyOf(work)).toEqual([])
  })

  it.each(lists.map((list) => [list.path, list] as const))('%s reads no large table whole', async (path, list) => {
    const whole: string[] = []
    for (const query of callsOf(list, wordsOf(path))) {
      const statements = await watchStatements(() => get(path, query))
      expect(statements.map(({ text }) => text).join(), 'the page itself').toContain('list_mark')
      const plans = await withClient(connection, (client) => readPlans(client, statements))
      for (const { what, rows } of plans.flatMap(({ wholes }) => wholes))
        if (rows > (what === 'sort' ? MOST_SORTED : MOST_READ) && (what === 'sort' || large.includes(what)))
          whole.push(`${JSON.stringify(query)}: ${what}, ${rows} rows`)
    }
    expect(whole).toEqual([])
  })
})

class Undo extends Error {}

describe(`the erasure of an account with ${BOOKINGS.toLocaleString('en')} bookings [design/data-88]`, () => {
  it.each([
    ['rider', cityIds.rider(5)],
    ['driver', cityIds.driver(5)],
  ])('of a %s touches few rows of a large table', async (_, person) => {
    const erase = () =>
      database.db.transact(async (tx) => {
        await selectAccountState(tx, person)
        await erasePerson(tx, person)
        throw new Undo()
      })
    const statements = await watchStatements(() => expect(erase()).rejects.toThrow(Undo))
    const work = await withClient(connection, async (client) => {
      // A city as small as this one has notices of so few months that reading all of them can be cheaper.
      await client.query('set enable_seqscan = off')
      return readWork(client, statements)
    })
    expect(work.length, 'statements').toBeGreaterThan(personalRows.filter(({ erase: how }) => how !== 'keep').length)
    expect(heavyOf(work)).toEqual([])
  })
})

describe(`sweeps with ${BOOKINGS.toLocaleString('en')} bookings [design/data-86]`, () => {
  it('touch few rows of a large table when most of their work is done', async () => {
    for (let round = 0; round < 3; round++) for (const { run } of Object.values(sweeps)) await run()
    // as autovacuum would
    await withClient(connection, (client) => client.query('vacuum analyze'))
    const heavy: string[] = []
    let measured = 0
    for (const [name, { run }] of Object.entries(sweeps)) {
      const statements = await watchStatements(run)
      const work = await withClient(connection, (client) => readWork(client, statements))
      measured += work.length
      heavy.push(...heavyOf(work).map(({ table, rows }) => `${name}: ${rows} rows of ${table}`))
    }
    expect(measured, 'statements').toBeGreaterThan(Object.keys(sweeps).length)
    expect(heavy).toEqual([])
  }, 120_000)
})
