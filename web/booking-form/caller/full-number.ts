import { parsePhoneNumberFromString, isSupportedCountry } from 'libphonenumber-js/min'
import { countriesFor } from '../../accounts/countries.ts'

interface Operator {
  /** ISO 3166 alpha-2; empty: no restriction */
  readonly restrictCountry: string
  /** name of the country */
  readonly country: string
}

/**
 * A number as it was dictated in E.164: without a plus it is a number of the operator's country. What cannot be read
 * stays as it is, without spaces and brackets; the server says what is wrong with it.
 */
export const fullNumber = (typed: string, operator: Operator, locale: string): string => {
  const { restrictCountry, country } = operator
  const code = restrictCountry || countriesFor(locale).find(({ label }) => label === country)?.code
  const plain = typed.replace(/[\s().-]/g, '')
  return parsePhoneNumberFromString(plain, code && isSupportedCountry(code) ? code : undefined)?.number ?? plain
}
