import { sql, type Kysely } from 'kysely'
import type { ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'
import { byName } from '../platform/database/search-words.ts'
import { personSearch } from './person-search.ts'

export const riderList = (withContacts: boolean): ListTable<'name'> => ({
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: { name: byName('users') },
  usual: { sort: 'name', direction: 'asc' },
  ...personSearch('users', withContacts),
})

export const ridersOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'profile_image'])
    .where('usertype', '=', 'rider')
    .where('deleted_at', 'is', null)
