import { phoneCountry, type OperatorCountry } from '@remis/domain/accounts/phone/operator-country'
import { plainNumber } from '@remis/domain/accounts/phone/plain-number'
import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A number as it was typed or dictated, in E.164: without a plus it is a number of the operator's country
 * [design/web-136]. What cannot be read stays as it is, without spaces and brackets; the server says what is wrong with
 * it.
 */
export const fullNumber = (typed: string, operator: OperatorCountry): string => {
  const plain = plainNumber(typed)
  return parsePhoneNumberFromString(plain, phoneCountry(operator, getCountries()))?.number ?? plain
}
