import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { startJobQueue } from '../platform/jobs/job-queue.ts'
import type { SweepTask } from '../platform/jobs/sweeper.ts'
import { waitFor } from '../testing/actors.ts'
import { databaseFor } from '../testing/test-database.ts'
import { drives, openCity, pickup } from '../testing/test-city.ts'
import { removeOld } from './remove-expired.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
/** The sweeps of the server, which run when a test calls them. */
let sweeps: Readonly<Record<string, SweepTask>> = {}
const city = await openCity(database, {
  sweeps: true,
  turns: {
    jobs: startJobQueue,
    sweeps: (tasks) => {
      sweeps = tasks
      return { stop: () => Promise.resolve() }
    },
  },
})
database.atEnd(() => city.server.stop())

const sweep = () => removeOld(city.server.app)
const exists = async (table: string, column: string, id: string) => {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db.request)
  return rows.length > 0
}

const rider = await city.person('rider')
await city.driver()
const { id: booking } = await city.book(rider)

describe('what is kept for a time is removed after it [design/privacy-1]', () => {
  it('the last position of an idle driver after 24 hours, in memory too; of a driver on a trip never', async () => {
    const [idle, busy] = [await city.driver(), await city.driver()]
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    await drives(busy, id).accept()
    const { lastPositions } = city.server.app
    lastPositions.load(idle.id, { seq: 7, at: Date.now() - 25 * 3_600_000, ...pickup })
    const age = (hours: number) =>
      sql`update driver_positions set at = clock_timestamp() - ${hours} * interval '1 hour'
        where driver_id = any(${[idle.id, busy.id]}::uuid[])`.execute(db.request)
    await age(23)
    await sweep()
    expect(await exists('driver_positions', 'driver_id', idle.id)).toBe(true)
    await age(25)
    await sweep()
    expect(await exists('driver_positions', 'driver_id', idle.id)).toBe(false)
    expect(lastPositions.get(idle.id)).toBeUndefined()
    expect(await exists('driver_positions', 'driver_id', busy.id)).toBe(true)
  })

  it('one-time codes 24 hours after they expire', async () => {
    const [old, fresh] = [newId(), newId()]
    const add = (id: string, hours: number) =>
      db.request
        .insertInto('one_time_codes')
        .values({
          id,
          purpose: 'sign-in',
          subject: '+59899000001',
          code_hash: Buffer.from('x'),
          expires_at: sql<Date>`clock_timestamp() - ${hours} * interval '1 hour'`,
        })
        .execute()
    await add(old, 25)
    await add(fresh, 23)
    await sweep()
    expect([await exists('one_time_codes', 'id', old), await exists('one_time_codes', 'id', fresh)]).toEqual([
      false,
      true,
    ])
  })

  it('sessions 90 days after they ended, signed out or expired, and never a live one', async () => {
    const people = [await city.person('rider'), await city.person('rider'), await city.person('rider')] as const
    const ends = [
      sql`revoked_at = clock_timestamp() - interval '91 days'`,
      sql`expires_at = clock_timestamp() - interval '91 days'`,
      sql`revoked_at = clock_timestamp() - interval '89 days'`,
    ]
    for (const [n, person] of people.entries())
      await sql`update sessions set ${ends[n]} where user_id = ${person.id}`.execute(db.request)
    const live = await city.person('rider')
    await sweep()
    const kept = await Promise.all([...people, live].map(({ id }) => exists('sessions', 'user_id', id)))
    expect(kept).toEqual([false, false, true, true])
  })

  it('the address of a payer 90 days after the attempt; the payment stays', async () => {
    const rider = await city.person('rider')
    const add = async (days: number, last: string) => {
      const [id, topUp] = [`RP${'0'.repeat(25)}${last}`, newId()]
      await sql`insert into top_ups (id, user_id, amount, currency) values (${topUp}, ${rider.id}, 1000, 'UYU')`.execute(
        db.request,
      )
      await sql`insert into payments (id, purpose, top_up_id, user_id, provider, amount, currency, description, status,
          return_key_hash, address, created_at)
        values (${id}, 'wallet_topup', ${topUp}, ${rider.id}, 'test', 1000, 'UYU', '', 'EXPIRED', '\\x00', '203.0.113.9',
          clock_timestamp() - ${days} * interval '1 day')`.execute(db.request)
      return id
    }
    const [old, fresh] = [await add(91, '1'), await add(89, '2')]
    await sweep()
    const { rows } = await sql<{ id: string; address: string }>`
      select id, address from payments where id = any(${[old, fresh]}::text[]) order by created_at`.execute(db.request)
    expect(rows).toEqual([
      { id: old, address: '' },
      { id: fresh, address: '203.0.113.9' },
    ])
  })

  const hour = 60
  const day = 24 * hour
  it.each([
    [
      'idempotency keys',
      'idempotency_keys.created_at',
      day,
      sql`insert into idempotency_keys (owner, endpoint, key, body_hash) values ('a', 'b', 'c', '\\x00')`,
    ],
    [
      'rate counters',
      'rate_counters.window_start',
      day,
      sql`insert into rate_counters (class, subject, window_start, count) values ('a', 'b', now(), 1)`,
    ],
    [
      'guess delays',
      'guess_delays.last_at',
      day,
      sql`insert into guess_delays (guard, subject, failures, last_at) values ('a', 'b', 1, now())`,
    ],
    [
      'known devices',
      'known_devices.seen_at',
      400 * day,
      sql`insert into known_devices (user_id, token_hash) values (${rider.id}, '\\x00')`,
    ],
    [
      'used tokens',
      'used_tokens.expires_at',
      hour,
      sql`insert into used_tokens (hash, expires_at) values ('\\x00', now())`,
    ],
    [
      'old security events',
      'security_events.at',
      90 * day,
      sql`insert into security_events (kind, address) values ('sign-in', '203.0.113.9')`,
    ],
    [
      'old notices',
      'notices.created_at',
      90 * day,
      sql`insert into notices (id, user_id, message, screen) values (${newId()}, ${rider.id}, 'notice_rated', 'wallet')`,
    ],
    [
      'what is kept for a time',
      'safety_questions.asked_at',
      30 * day,
      sql`insert into safety_questions (id, booking_id, user_id, hint)
        values (${newId()}, ${booking}, ${rider.id}, 'long-stop')`,
    ],
    [
      'what is kept for a time',
      'safety_alerts.closed_at',
      365 * day,
      sql`insert into safety_alerts (id, booking_id, user_id, role, kind, pressed_at, taken_by, taken_at, closed_by, closed_at, outcome)
        values (${newId()}, ${booking}, ${rider.id}, 'rider', 'help', now(), ${rider.id}, now(), ${rider.id}, now(), 'helped')`,
    ],
    [
      'outbox',
      'outbox.at',
      day,
      // the last event stays, for its number
      sql`insert into outbox (kind, subject, audience) values ('old', 'a', '{}'), ('last', 'a', '{}')`,
      sql`kind = 'old'`,
    ],
  ])('%s: %s is %d minutes old', async (name, column, minutes, insert, own = sql`true`) => {
    const [table, time] = column.split('.') as [string, string]
    const run = () => sweeps[name]?.run() ?? Promise.reject(new Error(`no sweep ${name}`))
    const count = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
        where ${own}`.execute(db.request)
      return rows[0]?.n ?? 0
    }
    const age = (to: number) =>
      sql`update ${sql.table(table)} set ${sql.ref(time)} = clock_timestamp() - ${to} * interval '1 minute'
        where ${own}`.execute(db.request)
    await insert.execute(db.request)
    const before = await count()
    expect(before).toBeGreaterThan(0)
    await age(minutes - 1)
    await run()
    expect(await count()).toBeGreaterThanOrEqual(before)
    await age(minutes + 1)
    // The sweep of events waits for the consumers, which run meanwhile.
    await waitFor(async () => {
      await run()
      return (await count()) === 0
    })
  })

  it('in batches: a turn ends when nothing is left', async () => {
    const person = await city.person('rider')
    for (let n = 0; n < 5; n++)
      await sql`insert into one_time_codes (id, purpose, subject, user_id, code_hash, expires_at)
        values (${newId()}, 'sign-in', 'batch', ${person.id}, '\\x00', clock_timestamp() - interval '2 days')`.execute(
        db.request,
      )
    const left = async () =>
      (await sql`select 1 from one_time_codes where subject = 'batch'`.execute(db.request)).rows.length
    await removeOld(city.server.app, { statement: 2, turn: 2 })
    expect(await left()).toBe(1)
    await removeOld(city.server.app, { statement: 2, turn: 2 })
    expect(await left()).toBe(0)
  })
})
