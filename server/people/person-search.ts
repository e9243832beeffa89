import { digitsOfNumber } from '@remis/domain/people/known-rider'
import { sql } from 'kysely'
import type { ListTable } from '../platform/database/list-page.ts'
import { hasWords, orderedName } from '../platform/database/search-words.ts'

/**
 * The search of a list of people: by name, and `withContacts` also by email and by number as dictated [people-20].
 * Without contacts for viewers who do not see them, since a search would reveal them [design/access-10]. `table`: the
 * alias of `users` in the query; `more`: further columns that are searched.
 */
export const personSearch = (table: string, withContacts: boolean, more: readonly string[] = []) => {
  const words = hasWords(table)
  const others = more.map((column) => sql.ref(`${table}.${column}`))
  if (!withContacts) return { searched: [orderedName(table), ...others], narrowedBy: words }
  const [email, mobile] = [sql.ref(`${table}.email`), sql.ref(`${table}.mobile`)]
  return {
    searched: [orderedName(table), email, mobile, ...others],
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
