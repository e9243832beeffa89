import type { Platform } from '../platform/http/use-case.ts'
import { deleteUnused } from './quote-store.ts'

/** A form left open overnight still gets `quote_expired` with the new price. */
const keepHours = 24
const perTurn = 5000

/** Sweep: deletes unused quotes. */
export const sweepQuotes = ({ db }: Platform): Promise<void> => deleteUnused(db.jobs, keepHours, perTurn)
