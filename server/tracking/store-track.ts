import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Tx } from '../platform/database/database.ts'
import { insertPoints } from './point-store.ts'

/**
 * Stores a whole track as it is, with the status the booking has now: for trips of the past that are replayed, whose
 * positions no device sends. Nothing is judged and nobody is shown.
 */
export const storeTrack = (tx: Tx, bookingId: string, fixes: readonly Fix[]): Promise<void> =>
  insertPoints(tx, bookingId, fixes)
