import { sql } from 'kysely'
import { hashOfRows } from '../platform/database/audit-seal.ts'
import { bySql, query, type Survey } from './invariant.ts'

export const auditSurveys: readonly Survey[] = [
  bySql(
    'A4',
    'the seals of the audit match its rows',
    query`select 'seal ' || s.id as id from (
        select id, upto, sealed, hash, lag(upto, 1, -1::bigint) over (order by id) as after, lag(hash) over (order by id) as before
        from audit_seals) s
      left join audit_log a on a.id > s.after and a.id <= s.upto
      group by s.id, s.upto, s.after, s.sealed, s.hash, s.before
      having count(a.id) <> s.sealed or s.upto <= s.after or s.hash <> ${hashOfRows(sql`s.before`)}`,
  ),
]
