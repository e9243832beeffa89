import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { selectToRelease, selectWaiting } from './search-store.ts'

type Due = (db: Kysely<Tables>, most: number) => Promise<{ id: string }[]>

/** Bookings for later whose release has come. */
export const bookingsToRelease: Due = selectToRelease

/** Released bookings nobody searches for and nobody is asked to take. */
export const bookingsWaiting: Due = selectWaiting
