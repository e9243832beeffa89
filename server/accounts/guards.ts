import { createHash } from 'node:crypto'
import type { Platform } from '../platform/http/use-case.ts'
import { clearCount, countAgainst, uncount } from '../platform/http/rate-limits.ts'
import { addressNet } from './address-net.ts'

interface Guarded {
  readonly email: string
  readonly address: string
}

/** Counters store no email in clear [design/accounts-14]. */
const subjectOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

/**
 * Counts a try before the password is checked, so that parallel tries are all counted. Unknown accounts count like
 * known ones. Throws 429 past the limit of the account or of the address [design/accounts-13].
 */
export const countTry = async ({ db, config }: Platform, { email, address }: Guarded): Promise<void> => {
  const { signInPerAddress, signInPerAccount } = config.limits.guards
  await countAgainst(
    db.request,
    'sign-in-address',
    addressNet(address),
    signInPerAddress.max,
    signInPerAddress.windowSeconds,
  )
  await countAgainst(
    db.request,
    'sign-in-account',
    subjectOf(email),
    signInPerAccount.max,
    signInPerAccount.windowSeconds,
  )
}

/**
 * After the right password: clears the account's count and takes one try from the address's. Clearing the address's too
 * would let a caller with one valid account reset the count of guesses at others.
 */
export const clearTries = async ({ db }: Platform, { email, address }: Guarded): Promise<void> => {
  await clearCount(db.request, 'sign-in-account', subjectOf(email))
  await uncount(db.request, 'sign-in-address', addressNet(address))
}

/** Counts a lookup of both kinds together, in the database [design/accounts-13]. */
export const countLookup = ({ db, config }: Platform, address: string): Promise<void> => {
  const { max, windowSeconds } = config.limits.guards.lookupPerAddress
  return countAgainst(db.request, 'lookup', addressNet(address), max, windowSeconds)
}
