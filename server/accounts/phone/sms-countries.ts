import { countryNamed, type OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import { getCountries, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'

/**
 * The country that an SMS counts against: 'UY' for '+59894990090'. The dial code is not enough, since countries with
 * different prices share one (+1, +7, +44). Without a country (satellites, +800) the dial code; of an unparsable number
 * the first digit.
 */
export const smsCountryOf = (mobile: string): string => {
  const found = parsePhoneNumberFromString(mobile)
  return found?.country ?? found?.countryCallingCode ?? mobile.slice(1, 2)
}

/** The operator's country, with the higher limit of SMS; undefined if it is not set. */
export const ownSmsCountry = ({ restrictCountry, country }: OperatorCountry): CountryCode | undefined => {
  const codes = getCountries()
  const wanted = restrictCountry.toUpperCase()
  return wanted === '' ? countryNamed(country, codes) : codes.find((code) => code === wanted)
}
