import { digitsOfNumber } from '@remis/domain/people/known-rider'
import { sql, type Kysely } from 'kysely'
import type { ListTable } from '../platform/database/list-page.ts'
import type { Tables } from '../platform/database/schema.ts'
import { byName, hasWords, orderedName } from '../platform/database/search-words.ts'

const words = hasWords('users')

/**
 * Riders by name. `withContacts`: the search looks into contacts as well, for viewers who see them; it would reveal
 * them to others.
 */
export const riderList = (withContacts: boolean): ListTable<'name'> => ({
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: { name: byName('users') },
  usual: { sort: 'name', direction: 'asc' },
  searched: [orderedName('users'), ...(withContacts ? [sql.ref('email'), sql.ref('mobile')] : [])],
  // a number as it is dictated [people-20]
  ...(withContacts
    ? {
        foundBy: (search) => {
          const digits = digitsOfNumber(search)
          return digits === null ? sql`false` : sql`mobile like ${`%${digits}%`}`
        },
      }
    : {}),
  narrowedBy: (search) => {
    const digits = withContacts ? digitsOfNumber(search) : null
    return digits === null ? words(search) : sql`(${words(search)} or ${words(digits)})`
  },
})

export const ridersOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'profile_image'])
    .where('usertype', '=', 'rider')
    .where('deleted_at', 'is', null)
