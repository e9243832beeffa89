import { sql } from 'kysely'
import { waitFor } from '../testing/actors.ts'
import type { City } from '../testing/test-city.ts'

/** Number of this database's connections that wait for a lock. */
export const waiting = async ({ database }: City): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db.jobs)
  return rows[0]?.count ?? 0
}

/** Waits until this many connections wait for a lock, which is when the race happens. */
export const untilWaiting = (city: City, count = 1): Promise<void> =>
  waitFor(async () => (await waiting(city)) >= count)

/**
 * Runs a race in a fixed order: `first` stops at the failpoint; then `second` starts and either waits for it, ends
 * without waiting, or reaches the same point; then `first` resumes. Returns both results. Fails if `first` never
 * reaches the failpoint.
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
      throw new Error(`${at} was not reached`)
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

/** Where a move is stopped: with the booking locked, and with everything written. */
export const stops = ['locked', 'before_commit'] as const
