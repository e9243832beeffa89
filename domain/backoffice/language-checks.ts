import type { Fault } from '../kit/check.ts'

/** What an admin enters about a language. */
export interface LanguageEntry {
  readonly langName: string
  /** BCP 47; decides direction, plural forms and letters */
  readonly langLocale: string
  /** BCP 47, for dates, numbers and money */
  readonly dateLocale: string
}

/** A code in its usual spelling, such as `de` or `pt-BR`. */
const isCode = (code: string): boolean => {
  try {
    return Intl.getCanonicalLocales(code)[0] === code
  } catch {
    return false
  }
}

/**
 * The first fault of a language, in the order of the form; the server also refuses a code that another one has.
 * `before` is the stored language: its code stays, since its texts and what readers chose belong to it
 * [design/languages-7].
 */
export const checkLanguageEntry = (entry: LanguageEntry, before?: Pick<LanguageEntry, 'langLocale'>): Fault | null => {
  if (entry.langName.trim() === '') return { key: 'settings_required', field: 'langName' }
  if (!isCode(entry.langLocale) || (before !== undefined && entry.langLocale !== before.langLocale))
    return { key: 'settings_invalid', field: 'langLocale' }
  const isKnown = isCode(entry.dateLocale) && Intl.DateTimeFormat.supportedLocalesOf(entry.dateLocale).length > 0
  return isKnown ? null : { key: 'settings_invalid', field: 'dateLocale' }
}
