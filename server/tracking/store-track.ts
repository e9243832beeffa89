import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Tx } from '../platform/database/database.ts'
import { insertPoints } from './point-store.ts'

/**
 * Stores a whole track as it is, with the booking's current status, for replayed trips of the past. Nothing is judged
 * or sent.
 */
export const storeTrack = (tx: Tx, bookingId: string, fixes: readonly Fix[]): Promise<void> =>
  insertPoints(tx, bookingId, fixes)
