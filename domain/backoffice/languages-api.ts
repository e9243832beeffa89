import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { lineText, text, uuid } from '../kit/schema.ts'
import { tableEndpoints } from '../kit/table-endpoints.ts'
import { languageSorts, languagesRoutes } from './backoffice-routes.ts'

/** A language of the office's table [languages-1], without its texts. */
const managedLanguage = z.object({
  id: z.string(),
  langName: z.string(),
  langLocale: z.string(),
  dateLocale: z.string(),
  default: z.boolean(),
  createdAt: z.number(),
})
export type ManagedLanguage = z.output<typeof managedLanguage>

/** `checkLanguageEntry` judges the content. */
const languageEntry = z.strictObject({ langName: lineText(60).trim(), langLocale: text(35), dateLocale: text(35) })

export const languagesApi = {
  ...tableEndpoints(languagesRoutes, {
    noun: 'language',
    row: managedLanguage,
    entry: languageEntry,
    sorts: languageSorts,
    filters: {},
  }),
  makeDefault: endpoint(languagesRoutes.makeDefault, {
    summary: 'Makes a language the default, and no other one',
    relation: 'admins',
    rate: 'write',
    refusedInDemo: true,
    params: z.strictObject({ id: uuid }),
    reply: z.object({ language: managedLanguage }),
  }),
}
