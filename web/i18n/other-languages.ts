import { scriptOf } from '@remis/domain/texts/languages'
import type { LoadTexts, Texts } from '../platform/i18n.ts'

const files = import.meta.glob<Texts>(['../../domain/texts/*/*.json', '!../../domain/texts/en/*.json'], {
  import: 'default',
})

/** Letters that the first page of other languages does not load, by ISO 15924 script. */
const fonts: Readonly<Record<string, () => Promise<unknown>>> = {
  Cyrl: () => import('../fonts/cyrillic.css'),
  Deva: () => import('../fonts/devanagari.css'),
  Hans: () => import('../fonts/chinese.css'),
  Hebr: () => import('../fonts/hebrew.css'),
  Latn: () => import('../fonts/latin-ext.css'),
}

/**
 * Loads a file of texts of a language other than English. The first file also loads its fonts, without waiting for
 * them.
 */
export const loadForeign: LoadTexts = (code, part) => {
  if (part === 'first') fonts[scriptOf(code) ?? '']?.().catch(() => undefined)
  return files[`../../domain/texts/${code}/${part}.json`]?.()
}
