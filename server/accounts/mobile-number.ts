import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * One spelling for one number, so that it is unique: E.164 where it parses ('+59809123456' becomes '+5989123456'),
 * else a plus sign and its digits (spec 1 §5: spaces and hyphens removed).
 */
export const normalizeMobile = (mobile: string): string => {
  const plain = mobile.replace(/[\s()-]/g, '')
  return parsePhoneNumberFromString(plain)?.number ?? plain
}
