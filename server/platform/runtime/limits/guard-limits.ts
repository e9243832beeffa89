import type { GuessDelay, Rate } from '../limits.ts'

/** Limits of the counters that guard accounts. */
export interface GuardLimits {
  /**
   * Wrong passwords for one account: from one network or in one known browser, and from all unknown places together.
   */
  readonly signInPerPlace: GuessDelay
  readonly signInPerAccount: GuessDelay
  /** Passwords from one address, for any account. */
  readonly signInPerAddress: Rate
  /** Wrong codes of the second step for one account, counted like passwords. */
  readonly secondStepPerPlace: GuessDelay
  readonly secondStepPerAccount: GuessDelay
  readonly signUpPerAddress: Rate
  /** Welcome mails that the office sends to one person again. */
  readonly welcomeMails: Rate
  /** `/check_user_exists` and `/validate_referrer`. */
  readonly lookupPerAddress: Rate
  /** Forgotten passwords: requests from one address, and mails to one account, soon and within a day. */
  readonly resetPerAddress: Rate
  readonly resetPerAccount: readonly [Rate, Rate]
  /** Mails that confirm the email of one account. */
  readonly verifyMailPerAccount: readonly Rate[]
  /** Codes by SMS: requests from one address; codes to one phone, soon and within a day; codes to one dial code. */
  readonly phoneCodePerAddress: Rate
  readonly phoneCodePerPhone: readonly [Rate, Rate]
  /** The operator's country, and each other one: a script that sends SMS to expensive numbers ends here. */
  readonly phoneCodePerDialCode: { readonly own: Rate; readonly other: Rate }
  /** Codes for a new email or number: of one account, and to one address. */
  readonly contactCodes: readonly Rate[]
}

export const guardLimits: GuardLimits = {
  // 106 a day from one place, 121 a day from all unknown places together
  signInPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  signInPerAccount: { free: 20, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  secondStepPerPlace: { free: 5, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  secondStepPerAccount: { free: 10, firstSeconds: 10, mostSeconds: 900, forgetHours: 24 },
  signInPerAddress: { max: 100, windowSeconds: 900 },
  signUpPerAddress: { max: 30, windowSeconds: 3600 },
  welcomeMails: { max: 5, windowSeconds: 86_400 },
  lookupPerAddress: { max: 120, windowSeconds: 3600 },
  resetPerAddress: { max: 10, windowSeconds: 3600 },
  resetPerAccount: [
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ],
  verifyMailPerAccount: [
    { max: 1, windowSeconds: 60 },
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ],
  phoneCodePerAddress: { max: 10, windowSeconds: 3600 },
  phoneCodePerPhone: [
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ],
  phoneCodePerDialCode: { own: { max: 5000, windowSeconds: 86_400 }, other: { max: 100, windowSeconds: 86_400 } },
  contactCodes: [
    { max: 3, windowSeconds: 900 },
    { max: 10, windowSeconds: 86_400 },
  ],
}
