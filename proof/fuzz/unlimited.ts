import { freeGuesses, type PlatformOptions } from '@remis/server/testing/test-platform'

const many = { max: 1e9, windowSeconds: 60 }

/** Hostile input comes faster than the limits of accounts, payments or riders allow; those have their own tests. */
export const unlimited: NonNullable<PlatformOptions['limits']> = {
  guards: {
    ...freeGuesses,
    signInPerAddress: many,
    signUpPerAddress: many,
    lookupPerAddress: many,
    lookupPerFleet: many,
    resetPerAddress: many,
    phoneCodePerAddress: many,
    phoneCodePerPhone: [many, many],
    phoneCodePerCountry: { own: many, other: many },
  },
  payments: { startsPerPayer: many, answersPerAddress: many },
  live: { messagesPerSecond: 1e9 },
  visitorTokenSeconds: 86_400,
}
