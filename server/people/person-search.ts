import { digitsOfNumber } from '@remis/domain/people/known-rider'
import { sql } from 'kysely'
import type { ListTable } from '../platform/database/list-page.ts'
import { hasWords, orderedName } from '../platform/database/search-words.ts'

/**
 * How a list of people is searched: by name, and with `withContacts` by email and by number, also as it is dictated
 * [people-20]. A search for contacts would reveal them to viewers who do not see them [design/access-10]. `table`: the
 * name of `users` in the query.
 */
export const personSearch = (table: string, withContacts: boolean) => {
  const words = hasWords(table)
  if (!withContacts) return { searched: [orderedName(table)], narrowedBy: words }
  const [email, mobile] = [sql.ref(`${table}.email`), sql.ref(`${table}.mobile`)]
  return {
    searched: [orderedName(table), email, mobile],
    foundBy: (search) => {
      const digits = digitsOfNumber(search)
      return digits === null ? sql`false` : sql`${mobile} like ${`%${digits}%`}`
    },
    narrowedBy: (search) => {
      const digits = digitsOfNumber(search)
      return digits === null ? words(search) : sql`(${words(search)} or ${words(digits)})`
    },
  } satisfies Partial<ListTable<string>>
}
