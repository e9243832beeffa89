import type { Settings } from '@remis/domain/backoffice/settings'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'

/** '598' of '+59894990090'; of a number that does not parse, the first digit. */
export const dialCodeOf = (mobile: string): string =>
  parsePhoneNumberFromString(mobile)?.countryCallingCode ?? mobile.slice(1, 2)

type Operator = Pick<Settings, 'restrictCountry' | 'country'>

/** The operator's country; `country` holds an English label [places-15]. Undefined where it is not known. */
export const ownCountry = ({ restrictCountry, country }: Operator): CountryCode | undefined => {
  const wanted = restrictCountry.toUpperCase()
  const names = new Intl.DisplayNames([fallbackLanguage.code], { type: 'region' })
  return getCountries().find((code) => (wanted === '' ? names.of(code) === country : code === wanted))
}

/** The dial code of the operator's country. Undefined where it is not known. */
export const ownDialCode = (operator: Operator): string | undefined => {
  const found = ownCountry(operator)
  return found === undefined ? undefined : getCountryCallingCode(found)
}
