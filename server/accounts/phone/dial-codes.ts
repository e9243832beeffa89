import { countryNamed, type OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** '598' of '+59894990090'; of a number that does not parse, the first digit. */
export const dialCodeOf = (mobile: string): string =>
  parsePhoneNumberFromString(mobile)?.countryCallingCode ?? mobile.slice(1, 2)

/** The dial code that codes by SMS are limited to. Undefined where the operator's country is not known. */
export const ownDialCode = ({ restrictCountry, country }: OperatorCountry): string | undefined => {
  const codes = getCountries()
  const wanted = restrictCountry.toUpperCase()
  const found = wanted === '' ? countryNamed(country, codes) : codes.find((code) => code === wanted)
  return found === undefined ? undefined : getCountryCallingCode(found)
}
