import type { Tables } from '@remis/server/platform/database/schema'
import { sql, type Kysely } from 'kysely'

/** A foreign key of one column. */
interface Reference {
  readonly table: string
  readonly column: string
  readonly refers: string
  readonly key: string
}

export interface OwnedRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
  /** the owners that the row refers to, directly or through other rows */
  readonly owners: Set<string>
}

export const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

const referencesOf = async (db: Kysely<Tables>): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "table", mine.attname as "column",
      c.confrelid::regclass::text as refers, its.attname as key
    from pg_constraint c
      join pg_attribute mine on mine.attrelid = c.conrelid and mine.attnum = c.conkey[1]
      join pg_attribute its on its.attrelid = c.confrelid and its.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`.execute(db)
  return rows
}

const rowsOf = async (db: Kysely<Tables>): Promise<OwnedRow[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const found: OwnedRow[] = []
  for (const { name } of tables) {
    const { rows } = await sql<Pick<OwnedRow, 'row'>>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    for (const { row } of rows) found.push({ table: name, row, owners: new Set() })
  }
  return found
}

/**
 * Every row of the database with its owners: a person's owner is given by `people`, all other rows follow the foreign
 * keys of the schema. A row that refers to two owners has both. A new table is included without a change here.
 */
export const ownedRows = async (db: Kysely<Tables>, people: ReadonlyMap<string, string>): Promise<OwnedRow[]> => {
  const references = await referencesOf(db)
  const rows = await rowsOf(db)
  const byKey = new Map<string, OwnedRow>()
  const keys = new Set(references.map(({ refers, key }) => `${refers}.${key}`))
  for (const one of rows)
    for (const key of keys) {
      const [table, column = ''] = key.split('.')
      if (table === one.table) byKey.set(`${key}=${JSON.stringify(one.row[column])}`, one)
    }
  for (const { table, row, owners } of rows) {
    const owner = table === 'users' ? people.get(row['id'] as string) : undefined
    if (owner !== undefined) owners.add(owner)
  }
  const ofTable = grouped(references, ({ table }) => table)
  let changed = true
  while (changed) {
    changed = false
    for (const { table, row, owners } of rows)
      for (const { column, refers, key } of ofTable.get(table) ?? []) {
        const value = row[column]
        const its = value === null ? undefined : byKey.get(`${refers}.${key}=${JSON.stringify(value)}`)
        for (const owner of its?.owners ?? []) {
          if (owners.has(owner)) continue
          owners.add(owner)
          changed = true
        }
      }
  }
  return rows
}
