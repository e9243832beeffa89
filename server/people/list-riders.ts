import { pickerContact } from '@remis/domain/people/picker-contact'
import type { ridersApi } from '@remis/domain/people/riders-api'
import { sql, type Kysely } from 'kysely'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { readPage, type ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'
import { byName } from '../platform/database/search-words.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { personSearch } from './person-search.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

const riderList = (withContacts: boolean): ListTable<'name'> => ({
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: { name: byName('users') },
  usual: { sort: 'name', direction: 'asc' },
  ...personSearch('users', withContacts),
})

const ridersOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'profile_image'])
    .where('usertype', '=', 'rider')
    .where('deleted_at', 'is', null)

/** The riders an admin can book for. In demo mode contacts are hidden [people-16], and cannot be searched for. */
export const listRiders: UseCase<Deps, typeof ridersApi.list> = async (app, { query }) => {
  const demo = !(await app.settings.current()).AllowCriticalEditsAdmin
  const { rows, next } = await readPage(riderList(!demo), ridersOf(app.db.lists), query, app.config.limits.pageRows)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: pickerContact(row.email, demo),
      mobile: pickerContact(row.mobile, demo),
      profile_image: row.profile_image,
    })),
    next,
  }
}
