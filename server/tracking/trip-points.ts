import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { insertDrivenTrack, type DrivenTrack } from './driven-track-store.ts'
import { insertPoints, selectPoints, type TripPoint } from './point-store.ts'

/**
 * The stored points of a booking since its start in the order of their time, at most 20,000 [design/tracking-39]; the
 * fare rule selects those that count.
 */
export const listTripPoints = (db: Kysely<Tables>, bookingId: string): Promise<TripPoint[]> =>
  selectPoints(db, bookingId)

/**
 * Stores a whole track as it is, with the booking's current status, for replayed trips of the past. Nothing is judged
 * or sent.
 */
export const storeTrack = (tx: Tx, bookingId: string, fixes: readonly Fix[]): Promise<void> =>
  insertPoints(tx, bookingId, fixes)

/** Records the charged track of a trip; it stays when the points are deleted [design/tracking-22]. */
export const recordDrivenTrack = (tx: Tx, bookingId: string, track: DrivenTrack): Promise<void> =>
  insertDrivenTrack(tx, bookingId, track)
