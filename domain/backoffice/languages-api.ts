import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { listQuery, page } from '../kit/list.ts'
import { lineText, text, uuid } from '../kit/schema.ts'
import { tableEndpoints } from '../kit/table-endpoints.ts'
import { languageSorts, languagesRoutes, textSorts, textStates } from './backoffice-routes.ts'

/** A language of the office's table [languages-1], without its texts. */
const managedLanguage = z.object({
  id: z.string(),
  langName: z.string(),
  langLocale: z.string(),
  dateLocale: z.string(),
  default: z.boolean(),
  createdAt: z.number(),
  version: z.int(),
})
export type ManagedLanguage = z.output<typeof managedLanguage>

/** `checkLanguageEntry` judges the content. */
const languageEntry = z.strictObject({ langName: lineText(60).trim(), langLocale: text(35), dateLocale: text(35) })

const textKey = text(200)
/** null: no text; the built-in one counts */
const pair = text(5000).nullable()

/** A text of a language beside the one that it is translated from. */
const languageText = z.object({
  key: z.string(),
  /** text of the default language; for the default language itself the built-in text */
  source: z.string(),
  text: pair,
  /** not translated: readers see a copy of the default language's text, or English */
  missing: z.boolean(),
  /** written or confirmed by the operator */
  edited: z.boolean(),
  /** the built-in text for which an edited one was written, where a release has changed it since; else null */
  writtenFor: z.string().nullable(),
  /** the built-in text now; empty for a key of the operator */
  builtIn: z.string(),
})
export type LanguageText = z.output<typeof languageText>

const named = z.object({ langName: z.string(), langLocale: z.string() })
const textQuery = listQuery(textSorts, { show: z.enum(textStates).optional() })
const languageParams = z.strictObject({ id: uuid })

export const languagesApi = {
  ...tableEndpoints(languagesRoutes, {
    noun: 'language',
    row: managedLanguage,
    entry: languageEntry,
    sorts: languageSorts,
    filters: {},
    versioned: true,
  }),
  makeDefault: endpoint(languagesRoutes.makeDefault, {
    summary: 'Makes a language the default, and no other one',
    relation: 'admins',
    rate: 'write',
    refusedInDemo: true,
    params: languageParams,
    reply: z.object({ language: managedLanguage }),
  }),
  read: endpoint(languagesRoutes.read, {
    summary: 'A language, the one it is translated from, and how many of its texts are translated',
    relation: 'admins',
    rate: 'read',
    params: languageParams,
    reply: z.object({
      language: managedLanguage,
      source: named,
      progress: z.object({ all: z.int(), missing: z.int(), changed: z.int(), edited: z.int() }),
    }),
  }),
  texts: endpoint(languagesRoutes.texts, {
    summary: 'The texts of a language beside those of the default one, searched and filtered',
    relation: 'none',
    rate: 'read',
    query: z.strictObject({ ...textQuery.shape, of: uuid }),
    reply: page(languageText),
  }),
  pairs: endpoint(languagesRoutes.pairs, {
    summary: 'Every text of a language by key, for the JSON dialog and the JSON file',
    relation: 'admins',
    rate: 'read',
    params: languageParams,
    reply: z.object({ language: managedLanguage, keyValuePairs: z.record(z.string(), z.string()) }),
  }),
  changeTexts: endpoint(languagesRoutes.changeTexts, {
    summary: 'Changes texts of a language, all or none; 409 with the keys that someone else changed in the meantime',
    relation: 'admins',
    rate: 'write',
    refusedInDemo: true,
    params: languageParams,
    // a whole language with the texts it replaces: Hindi has 350 kB [design/languages-11]
    bodyBytes: 1024 * 1024,
    body: z.strictObject({
      texts: z
        .array(z.strictObject({ key: textKey, from: pair, to: pair }))
        .min(1)
        .max(5000),
    }),
    reply: z.object({ language: managedLanguage, changed: z.int() }),
  }),
}
