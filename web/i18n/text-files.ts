import type { LoadTexts, Texts } from '../platform/i18n.ts'

/** The texts of the built-in languages, one chunk for each file. */
const files = import.meta.glob<Texts>('../../domain/texts/*/*.json', { import: 'default' })

/** Loads one file of texts; undefined for a language that is not built in. */
export const loadTexts: LoadTexts = (code, part) => files[`../../domain/texts/${code}/${part}.json`]?.()
