import { isRefusedValue } from '../platform/database/database.ts'
import { upsertPositions } from './position-store.ts'
import type { TrackingDeps } from './tracking-deps.ts'

type Unwritten = Parameters<typeof upsertPositions>[1][number]

/** Rows per statement, far below PostgreSQL's limit of parameters. */
const perStatement = 1000

/**
 * Sweep: writes the latest position of each driver who moved, in the order of ids so that nodes cannot deadlock. When
 * the database refuses one of them, each is written alone, so that it does not hold back the others
 * [design/tracking-41].
 */
export const flushPositions = async ({
  db,
  lastPositions,
  log,
}: Pick<TrackingDeps, 'db' | 'lastPositions' | 'log'>): Promise<void> => {
  const write = async (positions: readonly Unwritten[]): Promise<void> => {
    try {
      await upsertPositions(db.jobs, positions)
    } catch (error) {
      if (!isRefusedValue(error)) throw error
      const [first, ...others] = positions
      if (others.length > 0) for (const one of positions) await write([one])
      else log.warn({ err: error, driver: first?.driver }, 'the database refuses the position of a driver')
    }
  }
  const moved = lastPositions.takeUnwritten().sort((a, b) => (a.driver < b.driver ? -1 : 1))
  for (let from = 0; from < moved.length; from += perStatement) {
    try {
      await write(moved.slice(from, from + perStatement))
    } catch (error) {
      lastPositions.markUnwritten(moved.slice(from).map(({ driver }) => driver))
      throw error
    }
  }
}
