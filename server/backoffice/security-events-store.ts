import type { securityEventSorts } from '@remis/domain/backoffice/backoffice-routes'
import type { SecurityEventKind } from '@remis/domain/backoffice/security-event'
import { sql, type Kysely } from 'kysely'
import { fullName } from '../platform/database/schema/full-name.ts'
import type { ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'

const userName = fullName<string | null>('u')

export const securityEvents = (db: Kysely<Tables>) =>
  db
    .selectFrom('security_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.at', 'e.kind', 'e.user_id', 'e.address', 'e.user_agent', 'e.message_key', 'e.route', 'e.count'])
    .select(userName.as('user_name'))

/** `demo`: a search finds no addresses, since they are hidden. */
export const securityEventList = (
  demo: boolean,
): ListTable<
  (typeof securityEventSorts)[number],
  { kind?: SecurityEventKind | undefined; user?: string | undefined }
> => ({
  id: { by: sql.ref('e.id'), kind: 'integer' },
  sorts: { at: { by: sql.ref('e.at'), kind: 'time' } },
  usual: { sort: 'at', direction: 'desc' },
  searched: demo ? [userName] : [userName, sql.ref('e.address')],
  narrowedBy: (search) => sql`e.id in (
    select n.id from security_events n where n.words like search_pattern(${search})
    union all select n.id from security_events n join users p on p.id = n.user_id where p.words like search_pattern(${search}))`,
  filters: { kind: (kind) => sql`e.kind = ${kind}`, user: (user) => sql`e.user_id = ${user}` },
})
