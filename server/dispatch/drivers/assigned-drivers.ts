import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { selectAssigned } from '../offers/offer-store.ts'

/** Drivers an admin has chosen for this booking who may still accept it, now or from its release on. */
export const assignedDrivers = (db: Kysely<Tables>, bookingId: string): Promise<string[]> =>
  selectAssigned(db, bookingId)
