import { builtInTexts, type Texts } from '@remis/domain/texts/built-in-texts'
import { english } from '@remis/domain/texts/english'
import type { BuiltInLanguage } from '@remis/domain/texts/languages'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import { insertLanguage, lockLanguages, makeDefault, readAll, updatePairs } from './languages-store.ts'

/** Three-way merge by key: an edited text stays, an unedited one follows the built-in one, a new key is added. */
export const mergePairs = (pairs: Texts, lastBuiltIn: Texts, builtIn: Texts): Record<string, string> => {
  const edited = Object.entries(pairs).filter(([key, text]) => text !== lastBuiltIn[key])
  return { ...builtIn, ...Object.fromEntries(edited) }
}

const same = (one: Texts, other: Texts): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, text]) => other[key] === text)

/**
 * Gives an installation without languages the ones in `wanted`, the first of them as its default, and brings the pairs of
 * every language up to date with this version. A language that is not built in gets new keys in English.
 */
export const provideLanguages = async (tx: Tx, wanted: readonly BuiltInLanguage[]): Promise<void> => {
  await lockLanguages(tx)
  const rows = await readAll(tx)
  for (const row of rows) {
    const builtIn = builtInTexts[row.lang_locale] ?? english
    const pairs = mergePairs(row.key_value_pairs, row.built_in_pairs, builtIn)
    if (!same(pairs, row.key_value_pairs) || !same(builtIn, row.built_in_pairs))
      await updatePairs(tx, row.id, pairs, { ...builtIn })
  }
  if (rows.length > 0) return
  for (const [place, { code, name, dateLocale }] of wanted.entries()) {
    const texts = { ...builtInTexts[code] }
    await insertLanguage(tx, {
      id: newId(),
      lang_name: name,
      lang_locale: code,
      date_locale: dateLocale,
      key_value_pairs: texts,
      built_in_pairs: texts,
      is_default: place === 0,
    })
  }
}

/** Makes a language of the installation its default, and no other one. */
export const chooseDefaultLanguage = async (tx: Tx, code: string): Promise<void> => {
  await lockLanguages(tx)
  await makeDefault(tx, code)
}
