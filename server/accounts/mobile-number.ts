import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * One spelling per number, so that it is unique: E.164 where it parses ('+59809123456' becomes '+5989123456'), else a
 * plus sign and its digits [accounts-32].
 */
export const normalizeMobile = (mobile: string): string => {
  const plain = mobile.replace(/[\s()-]/g, '')
  return parsePhoneNumberFromString(plain)?.number ?? plain
}
