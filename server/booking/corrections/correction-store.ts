import type { CorrectionData } from '@remis/domain/booking/final-fare/correct-fare'
import type { Kysely } from 'kysely'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { Tables } from '../../platform/database/schema.ts'

/** The corrections of a booking from its events, oldest first. */
export const selectCorrections = async (db: Kysely<Tables>, bookingId: string) => {
  const rows = await db
    .selectFrom('booking_events')
    .innerJoin('users', 'users.id', 'booking_events.actor_id')
    .select(['version', 'at', 'data', fullName('users').as('by')])
    .where('booking_id', '=', bookingId)
    .where('move', '=', 'correct')
    .orderBy('version')
    .execute()
  return rows.map(({ data, ...row }) => ({ ...row, ...(data as CorrectionData) }))
}
