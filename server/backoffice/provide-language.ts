import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { insertLanguage, readAll, updatePairs } from './languages-store.ts'

export interface ProvidedLanguage {
  readonly langName: string
  readonly langLocale: string
  readonly dateLocale: string
  readonly pairs: Readonly<Record<string, string>>
}

/**
 * Makes sure that the language exists with at least these pairs. Texts that stand there already are the operator's and
 * stay. The first language of an installation is its default.
 */
export const provideLanguage = async (tx: Tx, wanted: ProvidedLanguage): Promise<void> => {
  const languages = await readAll(tx)
  const found = languages.find((language) => language.lang_locale === wanted.langLocale)
  if (found === undefined)
    return insertLanguage(tx, {
      id: newId(),
      lang_name: wanted.langName,
      lang_locale: wanted.langLocale,
      date_locale: wanted.dateLocale,
      key_value_pairs: { ...wanted.pairs },
      is_default: languages.length === 0,
    })
  const missing = Object.keys(wanted.pairs).some((key) => !(key in found.key_value_pairs))
  if (missing) await updatePairs(tx, found.id, { ...wanted.pairs, ...found.key_value_pairs })
}
