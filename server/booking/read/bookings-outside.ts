import { openStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

export interface BookingOutside {
  readonly id: string
  /** ms since 1970 */
  readonly tripdate: number
  /** address of the first end that is outside */
  readonly place: string
}

type Bbox = readonly [west: number, south: number, east: number, north: number]

/**
 * Bookings whose trip has not ended and that begin or end outside all boxes (degrees), the next ones first, and their
 * number.
 */
export const findBookingsOutside = async (
  db: Kysely<Tables>,
  boxes: readonly Bbox[],
  limit: number,
): Promise<{ readonly count: number; readonly first: readonly BookingOutside[] }> => {
  const isInside = (lat: 'pickup_lat' | 'drop_lat', lng: 'pickup_lng' | 'drop_lng') => {
    const [latitude, longitude] = [sql.ref(lat), sql.ref(lng)]
    const inBox = boxes.map(
      ([west, south, east, north]) =>
        sql`(${latitude} between ${south} and ${north} and ${longitude} between ${west} and ${east})`,
    )
    return sql<boolean>`(${sql.join(inBox, sql` or `)})`
  }
  const [pickupIsInside, dropIsInside] = [isInside('pickup_lat', 'pickup_lng'), isInside('drop_lat', 'drop_lng')]
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'tripdate'])
    .select(sql<string>`case when ${pickupIsInside} then drop_add else pickup_add end`.as('place'))
    .select(sql<number>`count(*) over ()::int`.as('count'))
    .where('status', 'in', openStatuses)
    .where(sql<boolean>`not (${pickupIsInside} and ${dropIsInside})`)
    .orderBy('tripdate')
    .orderBy('id')
    .limit(limit)
    .execute()
  return { count: rows[0]?.count ?? 0, first: rows.map(({ id, tripdate, place }) => ({ id, tripdate, place })) }
}
