import { createHash } from 'node:crypto'
import type { Platform } from '../platform/http/use-case.ts'
import { clearCount, countAgainst, uncount } from '../platform/http/rate-limits.ts'
import { addressNet } from './address-net.ts'

interface Guarded {
  readonly email: string
  readonly address: string
}

/** Counters hold no addresses of people in clear. */
const subjectOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

/**
 * Counts a try before the password is looked at, so that tries in parallel cannot slip through. Unknown accounts count
 * as known ones do. Throws 429 past the limit of the account or of the address.
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
 * After a right password: the account starts anew; the address gets back this one try only, else somebody with an
 * account of their own could wipe out the count of their guesses at others.
 */
export const forgiveTry = async ({ db }: Platform, { email, address }: Guarded): Promise<void> => {
  await clearCount(db.request, 'sign-in-account', subjectOf(email))
  await uncount(db.request, 'sign-in-address', addressNet(address))
}
