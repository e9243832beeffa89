import type { Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { byText } from '../../platform/database/search-words.ts'
import type { Tables } from '../../platform/database/schema.ts'

const shown = ['id', 'name', 'address', 'columns'] as const

/** By name, as the menu shows them. */
export const selectSavedViews = (db: Kysely<Tables>, user: string) =>
  db
    .selectFrom('saved_views')
    .select(shown)
    .where('user_id', '=', user)
    .orderBy(byText(sql.ref('name')).by)
    .execute()

export const selectListColumns = async (db: Kysely<Tables>, user: string, role: Role) =>
  (
    await db
      .selectFrom('list_columns')
      .select('columns')
      .where('user_id', '=', user)
      .where('role', '=', role)
      .executeTakeFirst()
  )?.columns ?? null

/** Locks until the commit, so that two devices of one person that save at once stay within the limit. */
export const lockSavedViews = async (tx: Tx, user: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('saved_views'), hashtext(${user}))`.execute(tx)
}

/** Views of this person with another name than this one, in any letter case. */
export const countOtherViews = async (tx: Tx, user: string, name: string): Promise<number> =>
  (
    await tx
      .selectFrom('saved_views')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', user)
      .where(sql<string>`lower(name)`, '<>', sql<string>`lower(${name})`)
      .executeTakeFirstOrThrow()
  ).count

interface Entry {
  readonly name: string
  readonly address: Readonly<Record<string, string | undefined>>
  readonly columns: readonly string[] | null
}

/** Adds the view, or replaces the one of this name. Call under the person's lock. */
export const putSavedView = async (tx: Tx, user: string, { name, address, columns }: Entry) => {
  const content = { name, address: JSON.stringify(address), columns: columns === null ? null : [...columns] }
  const replaced = await tx
    .updateTable('saved_views')
    .set(content)
    .where('user_id', '=', user)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .returning(shown)
    .executeTakeFirst()
  return (
    replaced ??
    (await tx
      .insertInto('saved_views')
      .values({ id: newId(), user_id: user, ...content })
      .returning(shown)
      .executeTakeFirstOrThrow())
  )
}

/** Is there another view of this person with this name? */
export const isNameTaken = async (tx: Tx, user: string, id: string, name: string): Promise<boolean> =>
  (await tx
    .selectFrom('saved_views')
    .select('id')
    .where('user_id', '=', user)
    .where('id', '<>', id)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst()) !== undefined

/** Undefined when it is not this person's. */
export const updateViewName = (tx: Tx, user: string, id: string, name: string) =>
  tx
    .updateTable('saved_views')
    .set({ name })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()

export const deleteSavedView = async (tx: Tx, user: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_views')
    .where('user_id', '=', user)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const putListColumns = async (tx: Tx, user: string, role: Role, columns: readonly string[]): Promise<void> => {
  await tx
    .insertInto('list_columns')
    .values({ user_id: user, role, columns: [...columns] })
    .onConflict((both) => both.columns(['user_id', 'role']).doUpdateSet({ columns: [...columns] }))
    .execute()
}

export const deleteListColumns = async (tx: Tx, user: string, role: Role): Promise<void> => {
  await tx.deleteFrom('list_columns').where('user_id', '=', user).where('role', '=', role).execute()
}
