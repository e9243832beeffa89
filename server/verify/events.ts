import { limits } from '../platform/runtime/limits.ts'
import { bySql, query, type Survey } from './invariant.ts'

/** The outbox is kept for a day; one hour less is checked, so that swept rows are not reported. */
const keptHours = limits.live.keepHours - 1

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
]
