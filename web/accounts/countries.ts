import { fallbackLanguage } from '@remis/domain/texts/languages'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

export interface Country {
  /** ISO 3166 alpha-2 */
  readonly code: string
  /** in the language of the interface */
  readonly label: string
  /** international prefix without the plus */
  readonly prefix: string
}

/** All countries [places-14], sorted by their name in this language. */
export const countriesFor = (locale: string): Country[] => {
  const names = new Intl.DisplayNames([locale, fallbackLanguage.code], { type: 'region' })
  return getCountries()
    .map((code) => ({ code, label: names.of(code) ?? code, prefix: getCountryCallingCode(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
