import { phoneCountry, type OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import { plainNumber } from '@remis/domain/accounts/phone/plain-number'
import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js'
import { parsePhoneNumberFromString as parseMobile } from 'libphonenumber-js/mobile'

/**
 * One spelling per number, so that it is unique: E.164 where it parses ('+59809123456' becomes '+5989123456'), else
 * the number as it was typed, without spaces and brackets [accounts-32].
 */
export const normalizeMobile = (mobile: string): string => {
  const plain = plainNumber(mobile)
  return parsePhoneNumberFromString(plain)?.number ?? plain
}

/**
 * A number as it was typed, in E.164 where it can be read: without a plus it is one of the operator's country
 * [design/web-136].
 */
export const fullNumberOf = (typed: string, operator: OperatorCountry): string => {
  const plain = plainNumber(typed)
  return parsePhoneNumberFromString(plain, phoneCountry(operator, getCountries()))?.number ?? plain
}

/**
 * A number as it was typed, in E.164 where an SMS can reach it: a mobile number without an extension, without a plus
 * one of the operator's country. null for any other.
 */
export const smsNumberOf = (typed: string | null, operator: OperatorCountry): string | null => {
  const found = typed === null ? undefined : parseMobile(typed, phoneCountry(operator, getCountries()))
  return found?.isValid() === true && found.ext === undefined ? found.number : null
}
