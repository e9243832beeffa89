import { busyStatuses } from '@remis/domain/booking/statuses'
import { limits } from '../platform/runtime/limits.ts'
import { bySql, query, type Survey } from './invariant.ts'

const busy = [...busyStatuses]
const horizonSeconds = limits.booking.newExpiresMinutes * 60 + 60

/** Drivers have at most one trip, and bookings do not wait past their horizon. */
export const tripSurveys: readonly Survey[] = [
  bySql(
    'T1',
    'a driver has at most one active trip',
    query`select driver::text as id from bookings where driver is not null and status = any(${busy})
      group by driver having count(*) > 1`,
  ),
  bySql(
    'T5',
    'a driver is busy exactly while on a trip',
    query`select u.id::text as id from users u where u.queue <> exists (
      select 1 from bookings b where b.driver = u.id and b.status = any(${busy}))`,
  ),
  bySql(
    'T10',
    'no booking stays NEW past its horizon, no offer is open for a booking that is not NEW',
    query`select id from bookings where status = 'NEW'
        and search_until < clock_timestamp() - ${horizonSeconds} * interval '1 second'
      union select o.booking_id from offers o join bookings b on b.id = o.booking_id
        where o.outcome is null and b.status <> 'NEW'`,
  ),
]
