import type { Tx } from '../platform/database/database.ts'
import { insertQueued } from './traffic-store.ts'

/** Queues a trip, so that traffic is learned from it after the commit of its end [design/maps-110]. */
export const queueTrip = (tx: Tx, bookingId: string): Promise<void> => insertQueued(tx, bookingId)
