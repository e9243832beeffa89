import { room } from '@remis/domain/live/live-events'
import type { LanguageEntry } from '@remis/domain/backoffice/language-checks'
import type { languageSorts } from '@remis/domain/backoffice/backoffice-routes'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import { byText } from '../../platform/database/search-words.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'

type Pairs = Record<string, string>

export interface LanguageRow {
  readonly id: string
  readonly lang_name: string
  readonly lang_locale: string
  readonly date_locale: string
  /** the texts of the operator: every key, edited or not */
  readonly key_value_pairs: Pairs
  /** the built-in texts as last written; a pair that differs from its built-in text was edited */
  readonly built_in_pairs: Pairs
  readonly is_default: boolean
}

/** The default first, then by age. */
export const readAll = (db: Kysely<Tables>) =>
  db.selectFrom('languages').selectAll().orderBy('is_default', 'desc').orderBy('created_at').orderBy('id').execute()

/** Codes of the languages that are offered, the default first. */
export const listOffered = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db
    .selectFrom('languages')
    .select('lang_locale')
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ lang_locale }) => lang_locale)
}

/** The rows of the office's table, without texts; `createdAt` in ms since 1970. */
export const officeLanguages = (db: Kysely<Tables>) =>
  db
    .selectFrom('languages')
    .select(['id', 'lang_name as langName', 'lang_locale as langLocale', 'date_locale as dateLocale'])
    .select(['is_default as default', 'created_at as createdAt', 'version'])

export const languageList: ListTable<(typeof languageSorts)[number]> = {
  id: { by: sql.ref('id'), kind: 'uuid' },
  sorts: {
    langName: byText(sql.ref('lang_name')),
    langLocale: { by: sql.ref('lang_locale'), kind: 'text' },
    createdAt: { by: sql.ref('created_at'), kind: 'time' },
  },
  usual: { sort: 'langName', direction: 'asc' },
  searched: [sql.ref('lang_name'), sql.ref('lang_locale')],
  counted: true,
}

export const findLanguage = (db: Kysely<Tables>, id: string) =>
  officeLanguages(db).where('id', '=', id).executeTakeFirst()

/** The texts of a language with what they were written for. */
export interface LanguageTexts {
  readonly id: string
  readonly lang_name: string
  readonly lang_locale: string
  readonly is_default: boolean
  readonly key_value_pairs: Pairs
  /** by key: the built-in text for which the operator wrote or confirmed this one [design/languages-9] */
  readonly written_for: Pairs
}

const withTexts = (db: Kysely<Tables>) =>
  db.selectFrom('languages').select(['id', 'lang_name', 'lang_locale', 'is_default', 'key_value_pairs', 'written_for'])

export const findTexts = (db: Kysely<Tables>, id: string): Promise<LanguageTexts | undefined> =>
  withTexts(db).where('id', '=', id).executeTakeFirst()

/** What a language that is not built in begins with, and what the others are translated from. */
export const findDefaultTexts = (db: Kysely<Tables>): Promise<LanguageTexts> =>
  withTexts(db).where('is_default', '=', true).executeTakeFirstOrThrow()

export const updateTexts = async (
  tx: Tx,
  id: string,
  { key_value_pairs, written_for }: Pick<LanguageTexts, 'key_value_pairs' | 'written_for'>,
): Promise<void> => {
  await tx
    .updateTable('languages')
    .set({ key_value_pairs: JSON.stringify(key_value_pairs), written_for: JSON.stringify(written_for) })
    .where('id', '=', id)
    .execute()
}

/** Open pages of signed-in people load the languages again [design/languages-12]. */
export const reportLanguages = (tx: Tx): Promise<void> =>
  addToOutbox(tx, { kind: 'languages', subject: newId(), audience: [room.all] })

export const updateLanguage = (tx: Tx, id: string, { langName, dateLocale }: Partial<LanguageEntry>) =>
  tx
    .updateTable('languages')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(langName === undefined ? {} : { lang_name: langName }),
      ...(dateLocale === undefined ? {} : { date_locale: dateLocale }),
    }))
    .where('id', '=', id)
    .execute()

export const deleteLanguage = (tx: Tx, id: string) => tx.deleteFrom('languages').where('id', '=', id).execute()

/** Changes with every write of a language, without reading their texts: the transaction that wrote each row. */
export const readVersion = async (db: Kysely<Tables>): Promise<string> => {
  const { rows } = await sql<{ version: string | null }>`
    select string_agg(id::text || ':' || xmin::text, ',' order by id) as version from languages`.execute(db)
  return rows[0]?.version ?? ''
}

/** Until the end of the transaction no other one changes a language. */
export const lockLanguages = async (tx: Tx): Promise<void> => {
  await sql`lock table languages in share row exclusive mode`.execute(tx)
}

export const insertLanguage = async (tx: Tx, row: LanguageRow): Promise<void> => {
  const { key_value_pairs, built_in_pairs, ...rest } = row
  await tx
    .insertInto('languages')
    .values({
      ...rest,
      key_value_pairs: JSON.stringify(key_value_pairs),
      built_in_pairs: JSON.stringify(built_in_pairs),
    })
    .execute()
}

export const updatePairs = async (tx: Tx, id: string, pairs: Pairs, builtIn?: Pairs): Promise<void> => {
  await tx
    .updateTable('languages')
    .set({
      key_value_pairs: JSON.stringify(pairs),
      ...(builtIn === undefined ? {} : { built_in_pairs: JSON.stringify(builtIn) }),
    })
    .where('id', '=', id)
    .execute()
}

/** The only default from now on; without a language of this code nothing changes. */
export const makeDefault = async (tx: Tx, code: string): Promise<void> => {
  const found = await tx.selectFrom('languages').select('id').where('lang_locale', '=', code).executeTakeFirst()
  if (found === undefined) return
  await tx.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute()
  await tx.updateTable('languages').set({ is_default: true }).where('id', '=', found.id).execute()
}
