import { personLeft } from '@remis/domain/booking/system-reason'
import { driversPerChain } from '@remis/domain/booking/moves/succeed'
import { busyStatuses } from '@remis/domain/booking/statuses'
import { bySql, horizonSeconds, query, type Survey } from './invariant.ts'

const busy = [...busyStatuses]

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
        and not exists (select 1 from offers o where o.booking_id = bookings.id and o.kind = 'assign'
          and o.expires_at > clock_timestamp() - interval '1 minute')
      union select o.booking_id from offers o join bookings b on b.id = o.booking_id
        where o.outcome is null and b.status <> 'NEW'`,
  ),
  bySql(
    'T13',
    'a successor follows a driver’s cancel at the same price and is never offered to who cancelled before',
    query`select s.id from bookings s left join bookings p on p.id = s.predecessor
        where s.predecessor is not null and (p.successor is distinct from s.id or p.status <> 'CANCELLED'
          or (p.cancelled_by <> 'driver' and p.reason is distinct from ${personLeft}) or p.customer <> s.customer or p.estimate <> s.estimate
          or s.cancelled_drivers is distinct from p.cancelled_drivers || p.driver
          or cardinality(s.cancelled_drivers) >= ${driversPerChain})
      union select p.id from bookings p left join bookings s on s.id = p.successor
        where p.successor is not null and s.predecessor is distinct from p.id
      union select s.id from bookings s join offers o on o.booking_id = s.id and o.driver_id = any(s.cancelled_drivers)
        where s.predecessor is not null`,
  ),
]
