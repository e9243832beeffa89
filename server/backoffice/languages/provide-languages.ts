import type { AppCategory } from '@remis/domain/booking/variant'
import { english } from '@remis/domain/texts/english'
import { languages } from '@remis/domain/texts/built-in-languages'
import { fallbackLanguage, type BuiltInLanguage, type Texts } from '@remis/domain/texts/languages'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { builtInTextsOf } from '../../platform/texts/built-in-texts.ts'
import { insertLanguage, listOffered, lockLanguages, makeDefault, readAll, updatePairs } from './languages-store.ts'

/**
 * Three-way merge by key: an edited text stays, and so does one that the operator confirmed as it is (a key of
 * `writtenFor`); an unedited one follows the built-in one, a new key is added [design/languages-9].
 */
export const mergePairs = (
  pairs: Texts,
  lastBuiltIn: Texts,
  builtIn: Texts,
  writtenFor: Texts,
): Record<string, string> => {
  const edited = Object.entries(pairs).filter(
    ([key, text]) => text !== lastBuiltIn[key] || Object.hasOwn(writtenFor, key),
  )
  return { ...builtIn, ...Object.fromEntries(edited) }
}

const same = (one: Texts, other: Texts): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, text]) => other[key] === text)

const addBuiltIn = async (
  tx: Tx,
  { code, name, dateLocale }: BuiltInLanguage,
  appcat: AppCategory,
  isDefault = false,
): Promise<void> => {
  const texts = { ...builtInTextsOf(code, appcat) }
  await insertLanguage(tx, {
    id: newId(),
    lang_name: name,
    lang_locale: code,
    date_locale: dateLocale,
    key_value_pairs: texts,
    built_in_pairs: texts,
    is_default: isDefault,
  })
}

/**
 * Gives an installation without languages the ones in `wanted`, the first of them as its default, and brings the pairs
 * of every language up to date with this version and the variant. A language that is not built in gets new keys in
 * English.
 */
export const provideLanguages = async (
  tx: Tx,
  wanted: readonly BuiltInLanguage[],
  appcat: AppCategory,
): Promise<void> => {
  await lockLanguages(tx)
  const rows = await readAll(tx)
  for (const row of rows) {
    const builtIn = builtInTextsOf(row.lang_locale, appcat) ?? builtInTextsOf(fallbackLanguage.code, appcat) ?? english
    const pairs = mergePairs(row.key_value_pairs, row.built_in_pairs, builtIn, row.written_for)
    if (!same(pairs, row.key_value_pairs) || !same(builtIn, row.built_in_pairs))
      await updatePairs(tx, row.id, pairs, { ...builtIn })
  }
  if (rows.length > 0) return
  for (const [place, language] of wanted.entries()) await addBuiltIn(tx, language, appcat, place === 0)
}

/** Adds the built-in languages that the installation does not have. */
export const offerLanguages = async (tx: Tx, codes: readonly string[], appcat: AppCategory): Promise<void> => {
  await lockLanguages(tx)
  const offered = await listOffered(tx)
  for (const language of languages)
    if (codes.includes(language.code) && !offered.includes(language.code)) await addBuiltIn(tx, language, appcat)
}

/** Makes a language the default, and no other one; a built-in one that the installation does not have is added. */
export const chooseDefaultLanguage = async (tx: Tx, code: string, appcat: AppCategory): Promise<void> => {
  await offerLanguages(tx, [code], appcat)
  await makeDefault(tx, code)
}
