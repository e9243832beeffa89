import { bySql, query, type Survey } from './invariant.ts'

/** Pushes and their devices. Unique indexes enforce the first part; this finds an index that is missing. */
export const pushSurvey: Survey = bySql(
  'E4',
  'a notice or notification is pushed once to a device, and only to devices of its reader',
  query`
    select min(id::text) as id from pushes group by notice_id, notification_id, token_hash having count(*) > 1
    union all select p.id::text from pushes p where p.notice_id is not null
      and exists (select from notices n where n.id = p.notice_id)
      and not exists (select from notices n where n.id = p.notice_id and n.user_id = p.user_id)
    union all select t.id::text from push_tokens t join sessions s on s.id = t.session_id where s.user_id <> t.user_id`,
)
