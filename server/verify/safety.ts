import { bySql, query, type Survey } from './invariant.ts'

/**
 * Alerts with their timelines. An index and checks of the table hold the first half; this would find one that is
 * missing.
 */
export const safetySurvey: Survey = bySql(
  'S1',
  'a person has one open alert of a trip they are on; a closed one says who closed it and how; each step is in the timeline',
  query`
    select min(id::text) as id from safety_alerts where closed_at is null group by booking_id, user_id having count(*) > 1
    union select a.id::text from safety_alerts a join bookings b on b.id = a.booking_id
      where a.user_id is distinct from case a.role when 'rider' then b.customer else b.driver end
        or (a.closed_at is not null and (a.outcome is null or a.closed_by is null or a.taken_by is null))
        or not exists (select from safety_events e where e.alert_id = a.id and e.what in ('sent', 'unanswered'))
        or (a.taken_at is not null and not exists (select from safety_events e where e.alert_id = a.id and e.what = 'taken'))
        or (a.closed_at is not null
          and not exists (select from safety_events e where e.alert_id = a.id and e.what = 'closed'))`,
)
