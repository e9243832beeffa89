import { fallbackLanguage } from '@remis/domain/texts/languages'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export interface Country {
  /** ISO 3166 alpha-2 */
  readonly code: string
  /** in the reader's language */
  readonly label: string
  /** international prefix without the plus */
  readonly prefix: string
}

/** spec 1 §3 "Country list": label, code, phone prefix, about 240 entries, sorted for the reader. */
export const countriesFor = (locale: string): Country[] => {
  const names = new Intl.DisplayNames([locale, fallbackLanguage.code], { type: 'region' })
  return getCountries()
    .map((code) => ({ code, label: names.of(code) ?? code, prefix: getCountryCallingCode(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
