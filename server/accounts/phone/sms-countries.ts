import { countryNamed, type OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import { getCountries, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'

/**
 * What SMS are counted by: 'UY' of '+59894990090'. Countries share dial codes (+1, +7, +44) and cost differently; where
 * the number's country is not known (satellites, +800) it is the dial code, and the first digit of what does not parse.
 */
export const smsCountryOf = (mobile: string): string => {
  const found = parsePhoneNumberFromString(mobile)
  return found?.country ?? found?.countryCallingCode ?? mobile.slice(1, 2)
}

/** The country that may get many SMS. Undefined where the operator's country is not known. */
export const ownSmsCountry = ({ restrictCountry, country }: OperatorCountry): CountryCode | undefined => {
  const codes = getCountries()
  const wanted = restrictCountry.toUpperCase()
  return wanted === '' ? countryNamed(country, codes) : codes.find((code) => code === wanted)
}
