import type { Rate } from '../limits.ts'

/** Limits of the counters that guard accounts. */
export const guardLimits = {
  /**
   * Wrong passwords for one account: from one network or in one known browser (106 a day), and from all unknown places
   * together (121 a day).
   */
  signInPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  signInPerAccount: { free: 20, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  /** Wrong codes of the second step for one account, counted like passwords. */
  secondStepPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  secondStepPerAccount: { free: 10, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  /** Passwords from one address, for any account. */
  signInPerAddress: { max: 100, windowSeconds: 900 },
  signUpPerAddress: { max: 30, windowSeconds: 3600 },
  /** Welcome mails that the office sends to one person again. */
  welcomeMails: { max: 5, windowSeconds: 86_400 },
  /** `/check_user_exists` and `/validate_referrer`. */
  lookupPerAddress: { max: 120, windowSeconds: 3600 },
  /** Drivers that one fleet admin adds or tries to add. */
  lookupPerFleet: { max: 60, windowSeconds: 3600 },
  /** Forgotten passwords: requests from one address, and mails to one account, soon and within a day. */
  resetPerAddress: { max: 10, windowSeconds: 3600 },
  resetPerAccount: [
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ] satisfies readonly [Rate, Rate],
  /** Mails that confirm the email of one account. */
  verifyMailPerAccount: [
    { max: 1, windowSeconds: 60 },
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ],
  /** Codes by SMS: requests from one address; codes to one phone, soon and within a day; codes to one country. */
  phoneCodePerAddress: { max: 10, windowSeconds: 3600 },
  phoneCodePerPhone: [
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ] satisfies readonly [Rate, Rate],
  /** The operator's country, and each other one: a script that sends SMS to expensive numbers ends here. */
  phoneCodePerCountry: { own: { max: 5000, windowSeconds: 86_400 }, other: { max: 100, windowSeconds: 86_400 } },
  /** SMS with links to receivers, per foreign country. */
  receiverSmsPerCountry: { max: 100, windowSeconds: 86_400 },
  /** Codes for a new email or number: of one account, and to one address. */
  contactCodes: [
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ],
}
