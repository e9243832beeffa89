import { typedBookingId } from '@remis/domain/office-search/typed-booking-id'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** The booking with the typed id; `fleet`: only one of this fleet admin's. */
export const findBookingById = (db: Kysely<Tables>, typed: string, fleet: string | null) => {
  const id = typedBookingId(typed)
  if (id === null) return Promise.resolve(undefined)
  const one = db.selectFrom('bookings').select(['id', 'status', 'tripdate']).where('id', '=', id)
  return (fleet === null ? one : one.where('fleetadmin', '=', fleet)).executeTakeFirst()
}
