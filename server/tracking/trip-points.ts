import type { TrackedPoint } from '@remis/domain/booking/trip-distance'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { selectPoints } from './point-store.ts'

/** All stored points of a booking in the order of their time; the fare rule selects those that count. */
export const tripPoints = (db: Kysely<Tables>, bookingId: string): Promise<(TrackedPoint & { seq: number })[]> =>
  selectPoints(db, bookingId)
