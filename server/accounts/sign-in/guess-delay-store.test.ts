import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { countAgainst } from '../../platform/http/rate-limits.ts'
import { keyOf } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { countGuess } from './guess-delay-store.ts'

const { db } = await databaseFor(import.meta.url)
const tooMany = 'too_many_requests'

it('a clock that was set back does not prolong the wait after wrong guesses [design/accounts-60]', async () => {
  const delay = { free: 1, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 }
  const guess = () => keyOf(countGuess(db.request, { guard: 'test', subject: 'ana', delay }))
  expect([await guess(), await guess(), await guess()]).toEqual(['ok', 'ok', tooMany])
  await sql`update guess_delays set last_at = last_at + interval '1 hour' where guard = 'test'`.execute(db.request)
  // the guesses still count, and the next wait is the longer one
  expect([await guess(), await guess()]).toEqual(['ok', tooMany])
  const { failures } = await db.request
    .selectFrom('guess_delays')
    .select('failures')
    .where('guard', '=', 'test')
    .executeTakeFirstOrThrow()
  expect(failures).toBe(3)
})

it('a clock that was set back does not prolong the window of a counter [design/api-26]', async () => {
  const attempt = () => keyOf(countAgainst(db.request, 'test', 'ana', 2, 60))
  const move = (by: string) =>
    sql`update rate_counters set window_start = window_start + ${by}::interval where class = 'test'`.execute(db.request)
  expect([await attempt(), await attempt(), await attempt()]).toEqual(['ok', 'ok', tooMany])
  await move('-59 seconds')
  expect(await attempt()).toBe(tooMany)
  await move('-1 second')
  expect([await attempt(), await attempt(), await attempt()]).toEqual(['ok', 'ok', tooMany])
  await move('1 hour')
  expect([await attempt(), await attempt(), await attempt()]).toEqual(['ok', 'ok', tooMany])
})
