import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export interface LanguageRow {
  readonly id: string
  readonly lang_name: string
  readonly lang_locale: string
  readonly date_locale: string
  readonly key_value_pairs: Record<string, string>
  readonly is_default: boolean
}

/** The default first, then in the order they were made. */
export const readAll = (db: Kysely<Tables>) =>
  db.selectFrom('languages').selectAll().orderBy('is_default', 'desc').orderBy('created_at').orderBy('id').execute()

export const insertLanguage = async (tx: Tx, row: LanguageRow): Promise<void> => {
  await tx
    .insertInto('languages')
    .values({ ...row, key_value_pairs: JSON.stringify(row.key_value_pairs) })
    .execute()
}

export const updatePairs = async (tx: Tx, id: string, pairs: Record<string, string>): Promise<void> => {
  await tx
    .updateTable('languages')
    .set({ key_value_pairs: JSON.stringify(pairs) })
    .where('id', '=', id)
    .execute()
}
