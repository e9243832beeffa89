import type { Settings } from '@remis/domain/backoffice/settings'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** '598' of '+59894990090'; of a number that does not parse, the first digit. */
export const dialCodeOf = (mobile: string): string =>
  parsePhoneNumberFromString(mobile)?.countryCallingCode ?? mobile.slice(1, 2)

/** The dial code of the operator's country; `country` holds an English label [places-15]. Undefined where it is not known. */
export const ownDialCode = ({
  restrictCountry,
  country,
}: Pick<Settings, 'restrictCountry' | 'country'>): string | undefined => {
  const wanted = restrictCountry.toUpperCase()
  const names = new Intl.DisplayNames([fallbackLanguage.code], { type: 'region' })
  const found = getCountries().find((code) => (wanted === '' ? names.of(code) === country : code === wanted))
  return found === undefined ? undefined : getCountryCallingCode(found)
}
