import { randomInt } from 'node:crypto'
import { referralCode } from '@remis/domain/accounts/referral-code'
import type { Tx } from '../platform/database.ts'
import { addPerson, type NewPerson } from '../people/add-person.ts'
import { accountsWith } from './account-lookups.ts'
import { insertPassword } from './identity-store.ts'

/** design §11: after this many collisions the code gets a digit more. */
const triesPerLength = 20
const shortest = 4
const longest = 9

const codeFor = (firstName: string, digits: number): string =>
  referralCode(firstName, randomInt(10 ** (digits - 1), 10 ** digits))

/**
 * Makes an account: the person with a referral code of their own, and their password. Null when the email or the number
 * is taken, also by one who signs up at the same moment: the unique index makes the second wait for the first.
 */
export const makeAccount = async (
  tx: Tx,
  person: Omit<NewPerson, 'referralId'>,
  passwordHash: string,
): Promise<string | null> => {
  for (let digits = shortest; digits <= longest; digits++)
    for (let attempt = 0; attempt < triesPerLength; attempt++) {
      const id = await addPerson(tx, { ...person, referralId: codeFor(person.firstName, digits) })
      if (id !== null) {
        await insertPassword(tx, id, passwordHash)
        return id
      }
      const taken = await accountsWith(tx, { email: person.email ?? undefined, mobile: person.mobile ?? undefined })
      if (taken.length > 0) return null
    }
  throw new Error('no free referral code was found')
}
