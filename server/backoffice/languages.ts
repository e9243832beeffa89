import type { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { readAll } from './languages-store.ts'

/** spec 2 §3: every language with its pairs; a page shows English where a pair is missing (spec 1 §9: fallback en). */
export const listLanguages: UseCase<Platform, typeof backofficeApi.languages> = async ({ db }) => ({
  rows: (await readAll(db.request)).map((row) => ({
    id: row.id,
    langName: row.lang_name,
    langLocale: row.lang_locale,
    dateLocale: row.date_locale,
    keyValuePairs: row.key_value_pairs,
    default: row.is_default,
    createdAt: new Date(row.created_at).toISOString(),
  })),
})
