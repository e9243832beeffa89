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

/** The texts of a language that is not English; the letters come with its first file, and nothing waits for them. */
export const loadForeign: LoadTexts = (code, part) => {
  if (part === 'first') fonts[scriptOf(code) ?? '']?.().catch(() => undefined)
  return files[`../../domain/texts/${code}/${part}.json`]?.()
}
