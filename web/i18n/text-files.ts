import { fallbackLanguage } from '@remis/domain/texts/languages'
import type { LoadTexts, Texts } from '../platform/i18n.ts'

/**
 * The English texts, one chunk for each file. Addresses of the other languages would double the script of the first
 * page.
 */
const english = import.meta.glob<Texts>('../../domain/texts/en/*.json', { import: 'default' })

/** Every English text by key, for the editor of languages. */
export const loadEnglish = async (): Promise<Texts> =>
  Object.assign({}, ...(await Promise.all(Object.values(english).map((load) => load()))))

/** Loads one file of texts; undefined for a language that is not built in. */
export const loadTexts: LoadTexts = async (code, part) => {
  if (code === fallbackLanguage.code) return english[`../../domain/texts/en/${part}.json`]?.()
  const { loadForeign } = await import('./other-languages.ts')
  return loadForeign(code, part)
}
