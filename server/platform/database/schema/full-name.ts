import { sql, type RawBuilder } from 'kysely'

/**
 * First and last name of a row of `users`; null where a left join finds none. `user`: the table's name in the query.
 */
export const fullName = <Name extends string | null = string>(user: string): RawBuilder<Name> =>
  sql<Name>`trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)})`

/** The same; null also for a name that is empty. */
export const fullNameOrNull = (user: string): RawBuilder<string | null> =>
  sql<string | null>`nullif(${fullName(user)}, '')`

/** First and last name of a row that was read. */
export const nameOf = (row: { readonly first_name: string; readonly last_name: string }): string =>
  `${row.first_name} ${row.last_name}`.trim()
