import { accountsWith } from '../accounts/account-lookups.ts'
import { createAccount } from '../accounts/create-account.ts'
import { confirmMobile } from '../people/confirm-mobile.ts'
import type { Tx } from '../platform/database/database.ts'
import type { TrialPerson } from './trial-people.ts'

const idOf = async (tx: Tx, email: string): Promise<string | undefined> => (await accountsWith(tx, { email }))[0]

const carOf = ({ car }: TrialPerson, carTypes: ReadonlyMap<string, string>) => {
  const carTypeId = car && carTypes.get(car.type)
  return car && carTypeId ? { car: { carTypeId, make: car.make, model: car.model, number: car.number } } : {}
}

/** Creates the missing people. All are approved and share one password hash, since all have the shown password. */
export const seedPeople = async (
  tx: Tx,
  people: readonly TrialPerson[],
  carTypes: ReadonlyMap<string, string>,
  passwordHash: string,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>()
  for (const person of people) {
    const known = await idOf(tx, person.email)
    const id =
      known ??
      (await createAccount(
        tx,
        {
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
          mobile: person.mobile,
          usertype: person.usertype,
          approved: true,
          createdByAdmin: person.usertype !== 'rider',
          fleetadmin: (person.fleet && ids.get(person.fleet)) ?? null,
          ...carOf(person, carTypes),
        },
        passwordHash,
      ))
    // Taken by a person who registered this number, who keeps it.
    if (id === null) continue
    ids.set(person.email, id)
    // Many share these accounts: the first sign-in by phone must not end their password [design/accounts-160].
    if (known === undefined) await confirmMobile(tx, { user_id: id, sent_to: person.mobile })
  }
  return ids
}
