import { wantedDrop, type Undelivered } from '@remis/domain/booking/delivery/parcel'
import { openStatuses } from '@remis/domain/booking/statuses'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** The newest bookings of a rider, cancelled ones too, with the drop that was asked for. */
export const listLastRides = async (db: Kysely<Tables>, rider: string, limit: number) => {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'tripdate as at', 'car_type as carType'])
    .select(['pickup_lat', 'pickup_lng', 'pickup_add', 'drop_lat', 'drop_lng', 'drop_add', 'undelivered'])
    .where('customer', '=', rider)
    .orderBy('booking_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, carType, ...ends }) => ({
    id,
    at,
    carType,
    pickup: { lat: ends.pickup_lat, lng: ends.pickup_lng, add: ends.pickup_add },
    drop: wantedDrop({
      drop: { lat: ends.drop_lat, lng: ends.drop_lng, add: ends.drop_add },
      undelivered: ends.undelivered as Undelivered | null,
    }),
  }))
}

/** Bookings of a rider that have not ended, the next one first. */
export const listOpenRides = (db: Kysely<Tables>, rider: string, limit: number) =>
  db
    .selectFrom('bookings')
    .select(['id', 'status', 'book_later as bookLater', 'tripdate'])
    .where('customer', '=', rider)
    .where('status', 'in', openStatuses)
    .orderBy('tripdate')
    .limit(limit)
    .execute()
