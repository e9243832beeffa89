import type { LatLng } from '@remis/domain/kit/distance'
import {
  accuracyCountsKm,
  arrivalKm,
  fixFreshMs,
  longestSilenceMs,
  notSeen,
  type Presence,
} from '@remis/domain/tracking/pickup-presence'
import { pickupStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'

/** Clocks of a phone and the server differ, ms. */
const clockErrorMs = 5000

interface PickedUp {
  readonly id: string
  readonly pickup: LatLng
  readonly acceptedAt: number | null
  readonly arrivalConfirmedAt: number | null
}

/** When a point was read: one that repeats a reading counts at the time of the reading. */
const at = sql`coalesce(p.read_at, p.at)`

const pointsFrom = ({ id }: PickedUp, since: number | null) =>
  sql`track_points p where p.booking_id = ${id} and ${statusIn('p.status', pickupStatuses)}
    and ${at} >= coalesce(${since === null ? null : new Date(since)}::timestamptz, '-infinity')`

const kmToPickup = ({ pickup: { lat, lng } }: PickedUp) => sql`2 * 6371.0088 * asin(least(1, sqrt(
  sin(radians(p.lat - ${lat}::float8) / 2) ^ 2
  + cos(radians(p.lat)) * cos(radians(${lat}::float8)) * sin(radians(p.lng - ${lng}::float8) / 2) ^ 2)))`

/**
 * Reads from the points between acceptance and start what the rules need [design/moves-73]: before the arrival is
 * confirmed, how near the driver came and is; after it, the wait.
 */
export const readPresence = async (db: Kysely<Tables>, booking: PickedUp): Promise<Presence> =>
  booking.arrivalConfirmedAt === null ? readWay(db, booking) : readWait(db, booking, booking.arrivalConfirmedAt)

interface Way {
  lat: number
  lng: number
  at: number
  nearest: number
}

/** Points less exact than 100 m say nothing about how near the driver is. */
const readWay = async (db: Kysely<Tables>, booking: PickedUp): Promise<Presence> => {
  const since = booking.acceptedAt === null ? null : booking.acceptedAt - clockErrorMs
  const { rows } = await sql<Way>`
    select p.lat, p.lng, ${at} as at, min(${kmToPickup(booking)}) over () as nearest from ${pointsFrom(booking, since)}
      and coalesce(p.accuracy, 0) <= ${accuracyCountsKm * 1000}::float8 order by 3 desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return notSeen
  const { nearest, ...last } = row
  return { ...notSeen, nearestKm: nearest, last }
}

interface Wait {
  lat: number
  lng: number
  accuracy: number
  at: number
  away: number | null
  silent: number | null
}

/**
 * Points from before the confirmation count only while they may still be fresh. The points of the wait are grouped into
 * spans shorter than a silence, and silences are found between spans: sorting a day of points would take longer.
 */
const readWait = async (db: Kysely<Tables>, booking: PickedUp, confirmedAt: number): Promise<Presence> => {
  const confirmed = sql`${new Date(confirmedAt)}::timestamptz`
  const accuracy = sql`coalesce(p.accuracy, 0)::float8`
  const points = pointsFrom(booking, confirmedAt - fixFreshMs)
  const { rows } = await sql<Wait>`
    with spans as (
      select min(${at}) as first, max(${at}) as last, max(${at}) filter (where ${kmToPickup(booking)}
        > ${arrivalKm}::float8 + least(${accuracy} / 1000, ${accuracyCountsKm}::float8)) as away
      from ${points} and ${at} > ${confirmed}
      group by floor(extract(epoch from ${at}) * 1000 / ${longestSilenceMs}::int)
    ), waits as (
      select first, first - greatest(lag(last) over (order by first), ${confirmed}) as silence from spans
    )
    select newest.*, (select max(away) from spans) as away,
      (select max(first) from waits where silence > ${longestSilenceMs / 1000} * interval '1 second') as silent
    from (select p.lat, p.lng, ${accuracy} as accuracy, ${at} as at from ${points} order by 4 desc limit 1) newest`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) return notSeen
  const { away, silent, ...last } = row
  return { nearestKm: null, lastAwayAt: away, silentUntil: silent, last }
}
