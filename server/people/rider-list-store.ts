import { sql, type Kysely } from 'kysely'
import type { ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'
import { hasWords } from '../platform/database/search-words.ts'

const name = sql<string>`lower(first_name || ' ' || last_name)`

/**
 * Riders by name. `withContacts`: the search looks into contacts as well, for viewers who see them; it would reveal them
 * to others.
 */
export const riderList = (withContacts: boolean): ListTable<'name'> => ({
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: { name: { by: name, kind: 'text' } },
  usual: { sort: 'name', direction: 'asc' },
  searched: [name, ...(withContacts ? [sql.ref('email'), sql.ref('mobile')] : [])],
  narrowedBy: hasWords('users'),
})

export const ridersOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'profile_image'])
    .where('usertype', '=', 'rider')
    .where('deleted_at', 'is', null)
