import type { LatLng } from '@remis/domain/kit/distance'
import {
  accuracyCountsKm,
  arrivalKm,
  longestSilenceMs,
  notSeen,
  type Presence,
} from '@remis/domain/tracking/pickup-presence'
import { pickupStatuses } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'

interface Row {
  lat: number
  lng: number
  accuracy: number
  at: number
  nearest: number | null
  away: number | null
  silent: number | null
}

/** Clocks of a phone and the server differ, ms. */
const clockErrorMs = 5000

/**
 * What the points between the acceptance and the start say about the driver and the pickup [design/moves-73]; one row.
 * A point that repeats a reading counts at the time of the reading. Points less exact than 100 m say nothing about how
 * near the driver came.
 */
export const readPresence = async (
  db: Kysely<Tables>,
  booking: {
    readonly id: string
    readonly pickup: LatLng
    readonly acceptedAt: number | null
    readonly arrivalConfirmedAt: number | null
  },
): Promise<Presence> => {
  const { lat, lng } = booking.pickup
  const confirmedAt = booking.arrivalConfirmedAt === null ? null : new Date(booking.arrivalConfirmedAt)
  const since = booking.acceptedAt === null ? null : new Date(booking.acceptedAt - clockErrorMs)
  const { rows } = await sql<Row>`
    with points as (
      select p.lat, p.lng, coalesce(p.accuracy, 0)::float8 as accuracy, coalesce(p.read_at, p.at) as at, 2 * 6371.0088 * asin(least(1, sqrt(
        sin(radians(p.lat - ${lat}::float8) / 2) ^ 2
        + cos(radians(p.lat)) * cos(radians(${lat}::float8)) * sin(radians(p.lng - ${lng}::float8) / 2) ^ 2))) as km
      from track_points p where p.booking_id = ${booking.id} and ${statusIn('p.status', pickupStatuses)}
        and coalesce(p.read_at, p.at) >= coalesce(${since}::timestamptz, '-infinity')
    ), far as (
      select at from points where at > ${confirmedAt}::timestamptz
        and km > ${arrivalKm}::float8 + least(accuracy / 1000, ${accuracyCountsKm}::float8)
    ), waits as (
      select at, at - greatest(lag(at) over (order by at), ${confirmedAt}::timestamptz) as silence
      from points where at > ${confirmedAt}::timestamptz
    )
    select newest.*, (select min(km) from points where accuracy <= ${accuracyCountsKm * 1000}::float8) as nearest,
      (select max(at) from far) as away,
      (select max(at) from waits where silence > ${longestSilenceMs / 1000} * interval '1 second') as silent
    from (select lat, lng, accuracy, at from points order by at desc limit 1) newest`.execute(db)
  const [row] = rows
  if (row === undefined) return notSeen
  const { nearest, away, silent, ...last } = row
  return { nearestKm: nearest, lastAwayAt: away, silentUntil: silent, last }
}
