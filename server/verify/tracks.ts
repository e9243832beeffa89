import { mostKm } from '@remis/domain/booking/final-fare/trip-distance'
import { clockSlackMs } from '@remis/domain/booking/final-fare/trip-points'
import { sql } from 'kysely'
import { bySql, query, type Survey } from './invariant.ts'

const slack = sql`${clockSlackMs} * interval '1 millisecond'`
const kmPerSecond = (mostKm(3600) - mostKm(0)) / 3600
/** Distances are stored to the metre. */
const noiseKm = mostKm(0) + 0.001

/**
 * Charged tracks lie in the time of their trips, and no car drove further than a car can. Fares from before migration
 * 011 have no `speed`.
 */
export const trackSurveys: readonly Survey[] = [
  bySql(
    'T14',
    "every charged point lies in its trip's time by the server's clock, and the charged km within the bound of speed",
    query`select b.id from bookings b left join driven_tracks d on d.booking_id = b.id
      where b.start_time is not null and b.end_time is not null and b.fare ? 'speed' and (
        d.first_at < b.start_time - ${slack} or d.last_at > b.end_time + ${slack}
        or abs(b.total_trip_time - extract(epoch from b.end_time - b.start_time) * (b.fare ->> 'speed')::float8) > 1
        or b.fare ->> 'charged' = 'track' and coalesce(d.points, 0) < 2
        or b.fare ->> 'charged' in ('track', 'route') and (b.fare #>> '{final,distanceKm}')::float8
          > ${kmPerSecond}::float8 * b.total_trip_time + ${noiseKm}::float8)`,
  ),
  bySql(
    'T15',
    'a sample of traffic belongs to a trip with a driver that has ended, and lies in its time',
    query`select distinct s.booking_id as id from traffic_samples s join bookings b on b.id = s.booking_id
      where b.driver is null or b.start_time is null or b.end_time is null
        or s.at < b.start_time - ${slack} or s.at > b.end_time + ${slack}`,
  ),
]
