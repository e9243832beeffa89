import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { readPage, type ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { Limits } from '../../platform/runtime/limits.ts'

export interface SettingsRow {
  readonly version: number
  readonly data: unknown
}

export const readRow = (db: Kysely<Tables>): Promise<SettingsRow | undefined> =>
  db.selectFrom('settings').select(['version', 'data']).where('id', '=', 1).executeTakeFirst()

/** Locks the row until the commit, so that two concurrent changes are merged. */
export const lockRow = async (tx: Tx): Promise<SettingsRow> => {
  await tx
    .insertInto('settings')
    .values({ id: 1, version: 0, data: '{}' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return tx.selectFrom('settings').select(['version', 'data']).where('id', '=', 1).forUpdate().executeTakeFirstOrThrow()
}

/** Writes the next version and adds it to the history with its author (null: the system). */
export const writeRow = async (tx: Tx, version: number, data: unknown, by: string | null): Promise<void> => {
  const row = { version, data: JSON.stringify(data), updated_by: by }
  await tx.updateTable('settings').set(row).where('id', '=', 1).execute()
  await tx.insertInto('settings_history').values(row).execute()
}

/** The first of these names of a time zone that the database knows, in its spelling; null: none. */
export const findZone = async (db: Kysely<Tables>, names: readonly string[]): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select z.name from unnest(${names}::text[]) with ordinality as asked (name, place)
    join pg_timezone_names z on lower(z.name) = lower(asked.name) order by place limit 1`.execute(db)
  return rows[0]?.name ?? null
}

/** Whether any amounts exist in minor units of the currency. */
export const hasMoney = async (db: Kysely<Tables>): Promise<boolean> => {
  const { rows } = await sql<{ money: boolean }>`
    select exists (select from ledger_entries) or exists (select from bookings) or exists (select from top_ups)
      or exists (select from wallet_credits) as money`.execute(db)
  return rows[0]?.money ?? false
}

const version = { by: sql`h.version`, kind: 'integer' } as const
const versions: ListTable<'version'> = {
  id: version,
  sorts: { version },
  usual: { sort: 'version', direction: 'desc' },
}

/** Saved versions with the values before them and their authors, newest first. */
export const readVersions = (
  db: Kysely<Tables>,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  pageRows: Limits['pageRows'],
) =>
  readPage(
    versions,
    db
      .selectFrom('settings_history as h')
      .leftJoin('settings_history as p', (join) => join.on('p.version', '=', sql<number>`h.version - 1`))
      .leftJoin('users as u', 'u.id', 'h.updated_by')
      .select(['h.version', 'h.updated_at as at', 'h.data', 'p.data as before', 'h.updated_by as by'])
      .select(sql<string>`trim(coalesce(u.first_name || ' ' || u.last_name, ''))`.as('by_name')),
    query,
    pageRows,
  )
