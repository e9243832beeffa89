import type { Platform } from '../platform/http/use-case.ts'
import { deleteUnused } from './quote-store.ts'

/** Long enough that a form left open overnight still learns what its price has become (`quote_expired`). */
const keepHours = 24
const atOnce = 5000

/** Removes prices that nobody booked. A task of the sweeper. */
export const sweepQuotes = ({ db }: Platform): Promise<void> => deleteUnused(db.jobs, keepHours, atOnce)
