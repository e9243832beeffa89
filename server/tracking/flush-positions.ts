import { upsertPositions } from './position-store.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/** Rows per statement, far below PostgreSQL's limit of parameters. */
const perStatement = 1000

/** Sweep: writes the latest position of each driver who moved, in the order of ids so that nodes cannot deadlock. */
export const flushPositions = async ({
  db,
  lastPositions,
}: Pick<TrackingDeps, 'db' | 'lastPositions'>): Promise<void> => {
  const moved = lastPositions.takeUnwritten().sort((a, b) => (a.driver < b.driver ? -1 : 1))
  for (let from = 0; from < moved.length; from += perStatement) {
    const batch = moved.slice(from, from + perStatement)
    try {
      await upsertPositions(db.jobs, batch)
    } catch (error) {
      lastPositions.markUnwritten(moved.slice(from).map(({ driver }) => driver))
      throw error
    }
  }
}
