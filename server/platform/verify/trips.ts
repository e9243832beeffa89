import { busyStatuses, finalStatuses, transitions } from '@remis/domain/booking/booking-status'
import { limits } from '../limits.ts'
import { bySql, query, type Invariant } from './invariant.ts'

const busy = [...busyStatuses]
const final = [...finalStatuses]
const allowed = transitions.map(({ move, from, to }) => `${move}:${from ?? ''}:${to}`)
const { tries, renewals } = limits.tripCode
const horizonSeconds = limits.booking.newExpiresMinutes * 60 + 60

/** A trip goes one allowed way, with one driver, and ends. */
export const tripInvariants: readonly Invariant[] = [
  bySql(
    'T1',
    'a driver has one active trip',
    query`select driver::text as id from bookings where driver is not null and status = any(${busy})
      group by driver having count(*) > 1`,
  ),
  bySql(
    'T2',
    'a booking gets its driver once, by accepting, and never loses it',
    query`select b.id from bookings b
      left join lateral (select count(*) as n, max(actor_id::text) as by from booking_events e
        where e.booking_id = b.id and e.move = 'accept') a on true
      where a.n > 1 or (a.n = 1) <> (b.driver is not null) or (a.n = 1 and a.by <> b.driver::text)`,
  ),
  bySql(
    'T3',
    'the events of a booking are an unbroken way through the table of moves, to its status and version',
    query`select distinct b.id from bookings b
      left join (
        select e.*, lag(e.to_status) over steps as before, row_number() over steps - 1 as place,
          lead(e.version) over steps is null as newest
        from booking_events e window steps as (partition by e.booking_id order by e.version)
      ) x on x.booking_id = b.id
      where x.booking_id is null or x.version <> x.place
        or coalesce(x.before, '') <> coalesce(x.from_status, '')
        or not (x.move || ':' || coalesce(x.from_status, '') || ':' || x.to_status = any(${allowed}))
        or (x.newest and (x.to_status <> b.status or x.version <> b.version))`,
  ),
  bySql(
    'T4',
    'nothing follows a final status but annotations that leave it',
    query`select distinct booking_id as id from booking_events where from_status = any(${final}) and to_status <> from_status`,
  ),
  bySql(
    'T5',
    'a driver is busy exactly while on a trip',
    query`select u.id::text as id from users u where u.queue <> exists (
      select 1 from bookings b where b.driver = u.id and b.status = any(${busy}))`,
  ),
  bySql(
    'T6',
    'who accepted had an offer of this booking that still ran',
    query`select e.booking_id as id from booking_events e
      left join offers o on o.booking_id = e.booking_id and o.driver_id = e.actor_id and o.outcome = 'accepted'
      where e.move = 'accept' and (o.id is null or e.at > o.expires_at or e.at < o.offered_at)
      union select booking_id from offers where outcome = 'accepted' group by booking_id having count(*) > 1`,
  ),
  bySql(
    'T8',
    'a trip code takes few wrong tries and few renewals',
    query`select id from bookings where code_tries not between 0 and ${tries} or code_renewals not between 0 and ${renewals}`,
  ),
  bySql(
    'T9',
    'the times of a booking go forward',
    query`select id from bookings where accepted_at < booking_date - interval '1 millisecond'
        or driver_arrive_time < accepted_at or start_time < driver_arrive_time or reached_at < start_time
        or paid_at < reached_at or completed_at < paid_at or cancelled_at < booking_date - interval '1 millisecond'
      union select a.booking_id from booking_events a join booking_events b
        on b.booking_id = a.booking_id and b.version = a.version + 1 where b.at < a.at`,
  ),
  bySql(
    'T10',
    'no booking stays NEW past its horizon, no offer is open for a booking that is not NEW',
    query`select id from bookings where status = 'NEW'
        and search_until < clock_timestamp() - ${horizonSeconds} * interval '1 second'
      union select o.booking_id from offers o join bookings b on b.id = o.booking_id
        where o.outcome is null and b.status <> 'NEW'`,
  ),
  bySql(
    'T11',
    'a booking for later is released once, not before its time, and is not forgotten',
    query`select booking_id as id from booking_events where move = 'release' group by booking_id having count(*) > 1
      union select e.booking_id from booking_events e join bookings b on b.id = e.booking_id
        where e.move = 'release' and (e.at < b.release_at or b.released_at is distinct from e.at)
      union select id from bookings where status = 'NEW' and released_at is null
        and release_at < clock_timestamp() - ${horizonSeconds} * interval '1 second'
      union select id from bookings where search_until is not null and released_at is null`,
  ),
]
