import type { Platform } from '../platform/http/use-case.ts'
import { deleteUnused } from './quote-store.ts'

/** A form left open overnight still gets `quote_expired` with the new price. */
const keepHours = 24

/** Sweep: deletes unused quotes in batches. */
export const sweepQuotes = async ({ db }: Platform, deletedAtOnce = 5000): Promise<void> => {
  let deleted: number
  do deleted = await deleteUnused(db.jobs, keepHours, deletedAtOnce)
  while (deleted === deletedAtOnce)
}
