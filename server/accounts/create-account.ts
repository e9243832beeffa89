import { randomInt } from 'node:crypto'
import { referralCode, referralNumbers } from '@remis/domain/accounts/referral-code'
import type { Tx } from '../platform/database/database.ts'
import { addPerson, type NewPerson } from '../people/add-person.ts'
import { accountsWith } from './account-lookups.ts'
import { insertPassword } from './identity-store.ts'

/** More tries than that mean over 10^8 accounts with one first name, or another fault. */
const maxTries = 100

const codeFor = ({ firstName, loginType = 'email' }: Omit<NewPerson, 'referralId'>, taken: number): string => {
  const { from, to } = referralNumbers(taken)
  return referralCode(firstName, loginType, randomInt(from, to + 1))
}

/**
 * Creates the account with a referral code and the password; without one the person signs in by a code or sets one.
 * null when the email or the number is taken, also by a concurrent sign-up: the unique index makes the second wait for
 * the first.
 */
export const createAccount = async (
  tx: Tx,
  person: Omit<NewPerson, 'referralId'>,
  passwordHash: string | null,
): Promise<string | null> => {
  for (let taken = 0; taken < maxTries; taken++) {
    const id = await addPerson(tx, { ...person, referralId: codeFor(person, taken) })
    if (id !== null) {
      if (passwordHash !== null) await insertPassword(tx, id, passwordHash)
      return id
    }
    const others = await accountsWith(tx, { email: person.email ?? undefined, mobile: person.mobile ?? undefined })
    if (others.length > 0) return null
  }
  throw new Error('no free referral code found')
}
