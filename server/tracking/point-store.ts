import { busyStatuses } from '@remis/domain/booking/statuses'
import type { LatLng } from '@remis/domain/kit/distance'
import { readTime } from '@remis/domain/tracking/pickup-presence'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { batchPerDatabase } from '../platform/database/batch.ts'
import type { Tables } from '../platform/database/schema.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'

/** The trip a driver is on. */
export interface ActiveTrip {
  readonly bookingId: string
  readonly status: 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'REACHED'
  readonly customer: string
  readonly fleetadmin: string | null
  readonly pickup: LatLng
  /** a fix has shown the driver at the pickup [design/moves-70] */
  readonly arrivalConfirmed: boolean
}

/** The id of a track point on the wire [tracking-1]. */
export const pointId = (bookingId: string, seq: number): string => `${bookingId}.${seq}`

interface TripFixes {
  readonly bookingId: string
  readonly fixes: readonly Fix[]
}

/**
 * A point waits for a move under way, so the move either sees it or it comes after the move; `skip locked` stores
 * nothing instead.
 */
const waitingForLock = sql`for key share`
const skippingLocked = sql`for key share skip locked`

/**
 * Stores points of trips with the booking's status at that moment; a number that exists stays as it is. Returns for
 * each trip whether its points are stored: not those of trips that are over.
 */
const store = async (
  db: Kysely<Tables>,
  trips: readonly TripFixes[],
  locked: RawBuilder<unknown>,
): Promise<boolean[]> => {
  const all = trips.flatMap(({ bookingId, fixes }) => fixes.map((fix) => ({ bookingId, fix })))
  const column = <K extends keyof Fix>(name: K) => all.map(({ fix }) => fix[name] ?? null)
  const readAt = all.map(({ fix }) => (fix.readAt === undefined ? null : readTime(fix)))
  const { rows } = await sql<{ id: string }>`
    with trip as (
      select id, status from bookings where id = any(${trips.map(({ bookingId }) => bookingId)}::text[])
        and ${statusIn('status', busyStatuses)} ${locked}
    ), stored as (
      insert into track_points (booking_id, seq, status, lat, lng, accuracy, at, read_at, received_at)
      select trip.id, p.seq, trip.status, p.lat, p.lng, p.accuracy, to_timestamp(p.at / 1000.0),
        to_timestamp(p.read_at / 1000.0), clock_timestamp()
      from trip join unnest(${all.map(({ bookingId }) => bookingId)}::text[], ${column('seq')}::bigint[],
        ${column('lat')}::float8[], ${column('lng')}::float8[], ${column('accuracy')}::real[],
        ${column('at')}::float8[], ${readAt}::float8[]) as p (booking_id, seq, lat, lng, accuracy, at, read_at) on p.booking_id = trip.id
      on conflict (booking_id, seq) do nothing
    )
    select id from trip`.execute(db)
  const stored = new Set(rows.map(({ id }) => id))
  return trips.map(({ bookingId }) => stored.has(bookingId))
}

/**
 * Waits for a move under way, so that the reach either sees a point or the point comes after it as REACHED
 * [design/tracking-8].
 */
export const insertPoints = async (db: Kysely<Tables>, bookingId: string, fixes: readonly Fix[]): Promise<void> => {
  if (fixes.length > 0) await store(db, [{ bookingId, fixes }], waitingForLock)
}

const insertFree = (db: Kysely<Tables>, trips: readonly TripFixes[]): Promise<boolean[]> =>
  store(db, trips, skippingLocked)

/** Devices do not wait for the answer: points that arrive within 100 ms share a commit. */
const tryInsert = batchPerDatabase(insertFree, { waitMs: 100 })

/**
 * `insertPoints` for hundreds of drivers: concurrent points share one commit. A locked trip is stored on its own, so
 * that it does not delay the others.
 */
export const insertPointsOfMany = async (
  db: Kysely<Tables>,
  bookingId: string,
  fixes: readonly Fix[],
): Promise<void> => {
  if (fixes.length === 0 || (await tryInsert(db, { bookingId, fixes }))) return
  await insertPoints(db, bookingId, fixes)
}

/** A point logged by a move: its number is below all numbers of devices. */
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

/** Deletes up to `most` points that were received more than `days` days ago; returns how many. */
export const deleteOldPoints = async (db: Kysely<Tables>, days: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from track_points where ctid = any(array(
    select ctid from track_points where received_at < now() - ${days} * interval '1 day' limit ${most}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const selectPoints = (db: Kysely<Tables>, bookingId: string) =>
  db
    .selectFrom('track_points')
    .select(['seq', 'status', 'lat', 'lng', 'accuracy', 'at'])
    .where('booking_id', '=', bookingId)
    .orderBy('at')
    .orderBy('seq')
    .execute()
