import type { PlatformWishes } from '@remis/server/testing/test-platform'

const many = { max: 1e9, windowSeconds: 60 }

/** Hostile input comes faster than any guard of accounts, payments or riders allows; those have tests of their own. */
export const unlimited: NonNullable<PlatformWishes['limits']> = {
  guards: { signInPerAccount: many, signInPerAddress: many, signUpPerAddress: many, lookupPerAddress: many },
  payments: { startsPerPayer: many, answersPerAddress: many },
  booking: { openPerRider: 1e9 },
  live: { messagesPerSecond: 1e9 },
  visitorTokenSeconds: 86_400,
}
