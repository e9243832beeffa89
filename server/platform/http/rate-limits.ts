import { AppError } from '@remis/domain/messages/app-error'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

const tooMany = (retryAfter: number) => new AppError(429, 'too_many_requests', { extra: { retryAfter } })

/** Below the largest `integer`. */
const mostCounted = 2_000_000_000

/**
 * Counts one try against a counter in the database and refuses with 429 past the limit; `retryAfter` in seconds. In a
 * transaction the count is rolled back with it: to count refused tries, pass `db.request` or commit a
 * `CommittedRefusal`. `amount`: what one try counts, if not one.
 */
export const countAgainst = async (
  db: Kysely<Tables>,
  className: string,
  subject: string,
  limit: number,
  windowSeconds: number,
  amount = 1,
): Promise<void> => {
  // A start in the future is from before the clock was set back.
  const isOver = sql`c.window_start not between clock_timestamp() - ${windowSeconds} * interval '1 second'
    and clock_timestamp()`
  const { rows } = await sql<{ count: number; left: number }>`
    insert into rate_counters as c (class, subject, window_start, count)
    values (${className}, ${subject}, clock_timestamp(), ${amount})
    on conflict (class, subject) do update set
      count = case when ${isOver} then ${amount}
        else least(c.count::bigint + ${amount}, ${mostCounted})::int end,
      window_start = case when ${isOver} then clock_timestamp() else c.window_start end
    returning count,
      ceil(extract(epoch from window_start - clock_timestamp()) + ${windowSeconds})::int as left`.execute(db)
  const row = rows[0]
  if (row && row.count > limit) throw tooMany(Math.max(1, row.left))
}

/** Subtracts a try that should not count after all; `amount` as it was counted. */
export const uncount = async (db: Kysely<Tables>, className: string, subject: string, amount = 1): Promise<void> => {
  await db
    .updateTable('rate_counters')
    .set({ count: sql<number>`greatest(count - ${amount}, 0)` })
    .where('class', '=', className)
    .where('subject', '=', subject)
    .execute()
}

/** Deletes counters of windows that ended long ago. A task of the sweeper. */
export const sweepRateCounters = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('rate_counters')
    .where('window_start', '<', sql<number>`now() - interval '1 day'`)
    .execute()
}
