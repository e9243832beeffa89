import type { Fix } from '@remis/domain/tracking/tracking-api'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/schema.ts'

/** A trip that a driver is on. */
export interface ActiveTrip {
  readonly bookingId: string
  readonly status: 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'REACHED'
  readonly customer: string
  readonly fleetadmin: string | null
}

/**
 * Stores points of a trip with the status the booking has at that moment: it waits for a move that is under way, so a
 * point is either seen by the reach or comes after it as REACHED. Points of a trip that is over are not stored. A number
 * that is there already stays as it is.
 */
export const insertPoints = async (db: Kysely<Tables>, bookingId: string, fixes: readonly Fix[]): Promise<void> => {
  if (fixes.length === 0) return
  const column = <K extends keyof Fix>(name: K) => fixes.map((fix) => fix[name] ?? null)
  await sql`
    with trip as (
      select id, status from bookings where id = ${bookingId}
        and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED') for key share
    )
    insert into track_points (booking_id, seq, status, lat, lng, accuracy, at)
    select trip.id, p.seq, trip.status, p.lat, p.lng, p.accuracy, to_timestamp(p.at / 1000.0)
    from trip cross join unnest(${column('seq')}::bigint[], ${column('lat')}::float8[], ${column('lng')}::float8[],
      ${column('accuracy')}::real[], ${column('at')}::float8[]) as p (seq, lat, lng, accuracy, at)
    on conflict (booking_id, seq) do nothing`.execute(db)
}

/** One point that is logged by a move itself: its number lies below all numbers of devices. */
export const insertLogged = async (
  db: Kysely<Tables>,
  point: {
    readonly bookingId: string
    readonly status: 'STARTED' | 'REACHED'
    readonly lat: number
    readonly lng: number
    readonly accuracy: number | null
    readonly at: number
  },
): Promise<void> => {
  await db
    .insertInto('track_points')
    .values({
      booking_id: point.bookingId,
      seq: point.status === 'STARTED' ? -2 : -1,
      status: point.status,
      lat: point.lat,
      lng: point.lng,
      accuracy: point.accuracy,
      at: new Date(point.at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const selectPoints = (db: Kysely<Tables>, bookingId: string) =>
  db
    .selectFrom('track_points')
    .select(['seq', 'status', 'lat', 'lng', 'accuracy', 'at'])
    .where('booking_id', '=', bookingId)
    .orderBy('at')
    .orderBy('seq')
    .execute()
