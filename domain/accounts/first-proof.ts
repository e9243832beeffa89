import { isOffice, type Role } from '../kit/endpoint.ts'
import type { ContactChannel } from './profile-checks.ts'

/** What is known of an account when a code or link proves one of its contacts. */
export interface ProvedAccount {
  readonly role: Role
  readonly emailConfirmed: boolean
  readonly mobileConfirmed: boolean
  /** a password, a passkey, Facebook or Apple */
  readonly hasOtherWay: boolean
}

/**
 * - `known`: this contact was confirmed before
 * - `first`: none was; another person may have created the account
 * - `foreign`: the account belongs to another proof, and this contact is only what someone typed
 */
type Proof = 'known' | 'first' | 'foreign'

/**
 * What a confirmed contact proves without a session of the account [design/accounts-131]. `phoneSignsIn`:
 * `MobileLoginEnabled`; without it no account can sign in by phone, so a mail is enough.
 */
export const proofOf = (channel: ContactChannel, account: ProvedAccount, phoneSignsIn: boolean): Proof => {
  const { role, emailConfirmed, mobileConfirmed, hasOtherWay } = account
  if (channel === 'email') return emailConfirmed ? 'known' : mobileConfirmed && phoneSignsIn ? 'foreign' : 'first'
  if (mobileConfirmed) return 'known'
  return emailConfirmed || (isOffice(role) && hasOtherWay) ? 'foreign' : 'first'
}

/**
 * Whether the first mail ends passkeys too. Not for the office: no stranger creates its accounts, and access to the
 * mailbox must not be enough to remove the second step of an admin.
 */
export const mailEndsPasskeys = (role: Role): boolean => !isOffice(role)
