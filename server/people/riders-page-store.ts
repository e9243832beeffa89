import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

export interface RidersQuery {
  readonly search: string
  /** Contacts may be looked for, and so found out, only by who sees them. */
  readonly searchContacts: boolean
  /** name and id of the row before */
  readonly after: readonly [string, string] | null
  readonly limit: number
}

const name = sql<string>`lower(first_name || ' ' || last_name)`

/** Living riders by name; one row more than asked for, so that the caller knows whether another page follows. */
export const selectRiders = (db: Kysely<Tables>, ask: RidersQuery) => {
  const pattern = `%${ask.search.replace(/[\\%_]/g, '\\$&')}%`
  let riders = db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile', 'profile_image'])
    .select(name.as('name'))
    .where('usertype', '=', 'rider')
    .where('deleted_at', 'is', null)
  if (ask.search !== '')
    riders = riders.where((eb) =>
      eb.or([
        eb(name, 'like', pattern.toLowerCase()),
        ...(ask.searchContacts ? (['email', 'mobile'] as const).map((column) => eb(column, 'ilike', pattern)) : []),
      ]),
    )
  if (ask.after !== null) riders = riders.where(sql<boolean>`(${name}, id) > (${ask.after[0]}, ${ask.after[1]}::uuid)`)
  return riders
    .orderBy(name)
    .orderBy('id')
    .limit(ask.limit + 1)
    .execute()
}
