import { limits } from '../platform/runtime/limits.ts'
import { bySql, query, type Survey } from './invariant.ts'

/** The outbox is kept for a day; one hour less is checked, so that swept rows are not reported. */
const keptHours = limits.live.keepHours - 1

/** Events of bookings, and the pushes to devices. */
export const eventSurveys: readonly Survey[] = [
  bySql(
    'E1',
    'every booking event has exactly one outbox row, numbered in the order of versions',
    query`select e.booking_id || ' v' || e.version as id from booking_events e
        where e.at > now() - ${keptHours} * interval '1 hour' and not exists (
          select 1 from outbox o where o.kind = 'booking' and o.subject = e.booking_id and o.version = e.version)
      union select subject || ' v' || version from outbox where kind = 'booking' and version is not null
        group by subject, version having count(*) > 1
      union select o.subject || ' v' || o.version from outbox o where o.kind = 'booking' and o.version is not null
        and not exists (select 1 from booking_events e where e.booking_id = o.subject and e.version = o.version)
      union select a.subject || ' v' || a.version from outbox a join outbox b
        on b.kind = 'booking' and b.subject = a.subject and b.version = a.version + 1
        where a.kind = 'booking' and (a.id > b.id or a.seq > b.seq)`,
  ),
  // Unique indexes enforce the first part; this finds an index that is missing.
  bySql(
    'E4',
    'a notice or notification is pushed once to a device, and only to devices of its reader',
    query`select min(id::text) as id from pushes group by notice_id, notification_id, token_hash having count(*) > 1
      union all select p.id::text from pushes p where p.notice_id is not null
        and exists (select from notices n where n.id = p.notice_id)
        and not exists (select from notices n where n.id = p.notice_id and n.user_id = p.user_id)
      union all select t.id::text from push_tokens t join sessions s on s.id = t.session_id where s.user_id <> t.user_id`,
  ),
]
