import type { TrackedPoint } from '@remis/domain/booking/final-fare/trip-points'
import { busyStatuses, countedTrackStatuses } from '@remis/domain/booking/statuses'
import type { LatLng } from '@remis/domain/kit/distance'
import { readTime } from '@remis/domain/tracking/pickup-presence'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { batchPerDatabase } from '../platform/database/batch.ts'
import { isRefusedValue } from '../platform/database/database.ts'
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
 * At most five points of a trip are stored per four seconds. A tracker of one second is well below it, also when its
 * times vary, and so is a phone that also sends fixes with its moves [design/tracking-38].
 */
const most = { points: 5, perMs: 4000 }

/** Leaves out the fixes that are too many. They are judged, so in the order of their time. */
const thinned = (fixes: readonly Fix[]): Fix[] => {
  const kept: Fix[] = []
  for (const fix of fixes) {
    const before = kept[kept.length - most.points]
    if (before === undefined || fix.at - before.at >= most.perMs) kept.push(fix)
  }
  return kept
}

/**
 * A point waits for a move under way, so the move either sees it or it comes after the move; `skip locked` stores
 * nothing instead.
 */
const waitingForLock = sql`for key share`
const skippingLocked = sql`for key share skip locked`

/**
 * Stores points of trips with the booking's status at that moment; a number that exists stays as it is. Returns for
 * each trip whether its points are stored: not for trips that have ended.
 * The stored points count for `most` too. Judged fixes have the order of their numbers in time, so the primary key
 * finds the last ones; the point at `place` of the batch is compared with the one that many places before it.
 */
const store = async (
  db: Kysely<Tables>,
  trips: readonly TripFixes[],
  locked: RawBuilder<unknown>,
): Promise<boolean[]> => {
  const all = trips.flatMap(({ bookingId, fixes }) => fixes.map((fix, place) => ({ bookingId, fix, place })))
  const column = <K extends keyof Fix>(name: K) => all.map(({ fix }) => fix[name] ?? null)
  const readAt = all.map(({ fix }) => (fix.readAt === undefined ? null : readTime(fix)))
  const { rows } = await sql<{ id: string }>`
    with trip as (
      select id, status, array(select at from track_points where booking_id = bookings.id and seq >= 0
        order by seq desc limit ${most.points}) as newest
      from bookings where id = any(${trips.map(({ bookingId }) => bookingId)}::text[])
        and ${statusIn('status', busyStatuses)} ${locked}
    ), stored as (
      insert into track_points (booking_id, seq, status, lat, lng, accuracy, at, read_at, received_at)
      select trip.id, p.seq, trip.status, p.lat, p.lng, p.accuracy, to_timestamp(p.at / 1000.0),
        to_timestamp(p.read_at / 1000.0), clock_timestamp()
      from trip join unnest(${all.map(({ bookingId }) => bookingId)}::text[], ${column('seq')}::bigint[],
        ${column('lat')}::float8[], ${column('lng')}::float8[], ${column('accuracy')}::real[],
        ${column('at')}::float8[], ${readAt}::float8[], ${all.map(({ place }) => place)}::int[])
        as p (booking_id, seq, lat, lng, accuracy, at, read_at, place) on p.booking_id = trip.id
      where to_timestamp(p.at / 1000.0) >= coalesce(newest[${most.points}::int - place], '-infinity')
        + ${most.perMs} * interval '1 millisecond'
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
 * that it does not delay the others; so is each trip when the database refuses a value of one [design/tracking-41]. For
 * judged fixes.
 */
export const insertPointsOfMany = async (
  db: Kysely<Tables>,
  bookingId: string,
  fixes: readonly Fix[],
): Promise<void> => {
  const points = thinned(fixes)
  if (points.length === 0) return
  const isStored = await tryInsert(db, { bookingId, fixes: points }).catch((error: unknown) => {
    if (isRefusedValue(error)) return false
    throw error
  })
  if (isStored) return
  await insertPoints(db, bookingId, points)
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

/** Deletes up to `most` points that were received more than `days` days ago, the oldest first; returns how many. */
export const deleteOldPoints = async (db: Kysely<Tables>, days: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from track_points where ctid = any(array(
    select ctid from track_points where received_at < now() - ${days} * interval '1 day'
    order by received_at limit ${most}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** More than any fare, line or drawing uses; five hours with a point a second. */
const mostRead = 20_000

export type TripPoint = TrackedPoint & {
  readonly seq: number
  /** of a repeated reading: when the device gave it */
  readonly readAt: number | null
}

/**
 * The points since the start of a trip in the order of their time. Of a longer track each second, third … is read,
 * with those logged by moves and the last one: a trip that was forgotten for weeks must not fill the memory
 * [design/tracking-39].
 */
export const selectPoints = async (db: Kysely<Tables>, bookingId: string): Promise<TripPoint[]> => {
  const { rows } = await sql<TripPoint>`
    select seq, status, lat, lng, accuracy, at, read_at as "readAt" from (
      select *, row_number() over (order by at, seq) as place, count(*) over () as points
      from track_points where booking_id = ${bookingId} and ${statusIn('status', countedTrackStatuses)}
    ) track
    where seq < 0 or place = points or place % ((points - 1) / ${mostRead}::int + 1) = 0
    order by place`.execute(db)
  return rows
}
