import type { Tx } from '../platform/database/database.ts'
import { insertQueued } from './traffic-store.ts'

/** Has traffic learned from a trip, once its end is committed [design/maps-110]. */
export const queueTrip = (tx: Tx, bookingId: string): Promise<void> => insertQueued(tx, bookingId)
