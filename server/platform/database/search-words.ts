import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SortBy } from './list-page.ts'

/**
 * Whether the words of a row match a search, by the index on its column `words`. A list compares the columns that its
 * reader may search as well [design/data-81]. `table`: its name in the query.
 */
export const hasWords =
  (table: string) =>
  (search: string): RawBuilder<SqlBool> =>
    sql`${sql.ref(`${table}.words`)} like search_pattern(${search})`

/** A pattern of `like` for a text anywhere in another one: wildcards in it are plain characters. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** A text as searches and orders compare it: `foldText` of the domain [design/data-110]. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`fold_text(${text})`

/** Sorts by a text, without regard to case and accents, by code points in every database. */
export const byText = (text: RawBuilder<unknown>) =>
  ({ by: sql<string>`fold_text(${text}) collate "C"`, kind: 'text' }) as const satisfies SortBy

/** A person's name, folded, as the index `users_by_name` has it. `table`: `users` in the query. */
export const orderedName = (table: string): RawBuilder<string> => sql.ref<string>(`${table}.folded_name`)

/** Sorts by that name. */
export const byName = (table: string) =>
  ({ by: orderedName(table), kind: 'text', ofWords: true }) as const satisfies SortBy
