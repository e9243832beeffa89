import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'
import { eventInvariants } from './verify/events.ts'
import { fareInvariant } from './verify/fares.ts'
import type { Invariant } from './verify/invariant.ts'
import { moneyInvariants } from './verify/money.ts'
import { paymentInvariants } from './verify/payments.ts'
import { peopleInvariants } from './verify/people.ts'
import { promoInvariants } from './verify/promos.ts'
import { tripInvariants } from './verify/trips.ts'
import { walletInvariants } from './verify/wallets.ts'

/** Everything that must be true of the tables that exist (design §5), by the names of trust-and-speed §1.3. */
export const invariants: readonly Invariant[] = [
  ...moneyInvariants,
  ...walletInvariants,
  ...paymentInvariants,
  ...tripInvariants,
  fareInvariant,
  ...promoInvariants,
  ...peopleInvariants,
  ...eventInvariants,
]

export interface Broken {
  readonly invariant: string
  readonly says: string
  /** Ids of the rows at fault. */
  readonly rows: readonly string[]
}

/** Looks at the whole database and names what is broken; empty when all holds. */
export const findBroken = async (db: Kysely<Tables>, list: readonly Invariant[] = invariants): Promise<Broken[]> => {
  const broken: Broken[] = []
  for (const { id, says, find } of list) {
    const rows = await find(db)
    if (rows.length > 0) broken.push({ invariant: id, says, rows })
  }
  return broken
}
