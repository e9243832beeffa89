import { transitions } from '@remis/domain/booking/booking-status'
import { finalStatuses } from '@remis/domain/booking/statuses'
import { sql } from 'kysely'
import { limits } from '../platform/runtime/limits.ts'
import { faultsIn, horizonSeconds, surveyOf, type Survey } from './invariant.ts'

const final = [...finalStatuses]
const { tries, renewals } = limits.tripCode

/** Hashes of an event's start and end (status and version): the end of one event equals the start of the next. */
const begins = sql`hashtextextended(coalesce(from_status, ''), version)`
const ends = sql`hashtextextended(to_status, version + 1)`

/** A transition as one hash, which is faster to compare than three texts. */
const line = sql`hashtextextended(move, 1) # hashtextextended(coalesce(from_status, ''), 2) # hashtextextended(to_status, 3)`
const lines = sql`select ${line} from unnest(
    ${transitions.map(({ move }) => move)}::text[], ${transitions.map(({ from }) => from)}::text[],
    ${transitions.map(({ to }) => to)}::text[]
  ) as allowed (move, from_status, to_status)`

/**
 * All events of a booking in one row. `path` is the xor of all starts and ends: in an unbroken chain each end cancels
 * the next start, which leaves the first start and the last end, without sorting.
 */
const histories = sql`select booking_id, bit_xor(${begins} # ${ends}) as path,
    bool_and(${line} = any(array(${lines}))) as allowed,
    bool_or(from_status = any(${final}) and to_status <> from_status) as after_end,
    count(*) filter (where move = 'accept') as accepts,
    min(actor_id::text) filter (where move = 'accept') as accepted_by,
    min(at) filter (where move = 'accept') as accepted_at,
    count(*) filter (where move = 'release') as releases,
    min(at) filter (where move = 'release') as released_at,
    min(at) as first_at
  from booking_events group by booking_id`

/** Every booking with its events, the offer that was accepted and its promo: each table is read once. */
export const bookingSurvey: Survey = surveyOf(
  {
    T2: 'a booking gets its driver once, by accept, and never loses it',
    T3: 'the events of a booking are an unbroken path through the table of moves, ending at its status and version',
    T4: 'after a final status only annotations follow, which keep it',
    T6: 'the driver who accepted had an open offer of this booking',
    T8: 'wrong tries and renewals of a trip code and of a receiver’s code stay within their limits',
    T9: 'the times of a booking go forward',
    T11: 'a booking for later is released once, not before its time, and is not forgotten',
    P2: 'a booking uses its promo exactly while it is not cancelled',
  },
  faultsIn(
    sql`b.id`,
    sql`bookings b
      left join (${histories}) s on s.booking_id = b.id
      left join offers o on o.booking_id = b.id and o.outcome = 'accepted'
      left join promo_redemptions r on r.booking_id = b.id`,
    {
      T2: sql`s.accepts > 1 or (coalesce(s.accepts, 0) = 1) <> (b.driver is not null) or s.accepted_by <> b.driver::text`,
      T3: sql`s.booking_id is null or not s.allowed
        or s.path <> hashtextextended('', 0) # hashtextextended(b.status, b.version + 1)`,
      T4: sql`s.after_end`,
      // A second accepted offer belongs to another driver than the accept event.
      T6: sql`(s.accepts > 0) <> (o.id is not null) or o.driver_id::text <> s.accepted_by
        or s.accepted_at > o.expires_at or s.accepted_at < o.offered_at`,
      T8: sql`b.code_tries not between 0 and ${tries} or b.code_renewals not between 0 and ${renewals}
        or b.delivery_code_tries not between 0 and ${tries} or b.delivery_code_renewals not between 0 and ${renewals}`,
      T9: sql`b.accepted_at < b.booking_date - interval '1 millisecond'
        or b.driver_arrive_time < b.accepted_at or b.start_time < b.driver_arrive_time or b.reached_at < b.start_time
        or b.paid_at < b.reached_at or b.completed_at < b.paid_at
        or b.cancelled_at < b.booking_date - interval '1 millisecond'
        or s.first_at < b.booking_date - interval '1 millisecond'`,
      T11: sql`s.releases > 1 or (s.releases > 0 and (s.released_at < b.release_at or b.released_at is distinct from s.released_at))
        or (b.status = 'NEW' and b.released_at is null
          and b.release_at < clock_timestamp() - ${horizonSeconds} * interval '1 second')
        or (b.search_until is not null and b.released_at is null)`,
      P2: sql`(b.promo_applied and (r.booking_id is null or r.rider_id <> b.customer
          or r.promo_id::text is distinct from b.promo_details->>'id'
          or (r.released_at is null) <> (b.status <> 'CANCELLED')))
        or (r.booking_id is not null and b.promo_applied is not true)`,
    },
  ),
)
