import { deleteOldPoints } from './point-store.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/**
 * Rows per statement, so that none of them takes long; batches per turn, so that a long backlog leaves room for other
 * sweeps.
 */
const perStatement = 5000
const perTurn = 20

/**
 * Sweep: deletes the points of tracks that are older than the setting `trackDays`. The matched line of each trip stays
 * [design/tracking-12].
 */
export const deleteOldTracks = async ({ db, settings }: Pick<TrackingDeps, 'db' | 'settings'>): Promise<void> => {
  const { trackDays } = await settings.current()
  for (let turn = 0; turn < perTurn; turn++)
    if ((await deleteOldPoints(db.jobs, trackDays, perStatement)) < perStatement) return
}
