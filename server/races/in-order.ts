import { sql } from 'kysely'
import { waitFor } from '../testing/actors.ts'
import type { City } from '../testing/test-city.ts'

/** How many of this database wait for somebody's lock now. */
const waiting = async ({ database }: City): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db.jobs)
  return rows[0]?.count ?? 0
}

/** Until so many wait for a lock: only then has a race that is told come to where it is told. */
export const untilWaiting = (city: City, count = 1): Promise<void> =>
  waitFor(async () => (await waiting(city)) >= count)

/**
 * A race as a story: `first` comes as far as the failpoint; then `second` sets out and waits for it, ends without
 * waiting or comes to the same point; then `first` goes on. Answers what both came to. Fails if `first` never comes by.
 */
export const inOrder = async <A, B>(
  city: City,
  at: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> => {
  const { failpoint } = city.server
  const before = failpoint.passes(at)
  const stop = failpoint.pause(at)
  try {
    const leading = first()
    const missed = leading.then(() => {
      throw new Error(`never came to ${at}`)
    })
    await Promise.race([stop.reached, missed])
    missed.catch(() => undefined)
    let ended = false
    const following = second().finally(() => (ended = true))
    await waitFor(async () => ended || failpoint.passes(at) > before + 1 || (await waiting(city)) > 0)
    stop.release()
    return await Promise.all([leading, following])
  } finally {
    stop.release()
  }
}

/** Where a move is stopped: holding its booking, and with everything written. */
export const stops = ['locked', 'before_commit'] as const
