import type { Booking } from '@remis/domain/booking/booking'
import type { Minor } from '@remis/domain/kit/money'
import { lockPerson } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { pipelined } from '../../platform/database/pipeline/pipeline.ts'
import { lockPromoToRelease } from '../../promos/redeem-promo.ts'
import { lockWallets } from '../../wallet/balances.ts'

/** Read under the wallets' locks, minor units. */
export interface PartyBalances {
  readonly rider: Minor
  /** what the rider owes */
  readonly owed: Minor
}

/**
 * Locks what a move about to judge the rider's balance changes later, in lock order: driver, promo, wallets
 * [design/data-17]. Without a driver nothing is charged and nothing is locked.
 */
export const lockParties = async (tx: Tx, booking: Booking): Promise<PartyBalances> => {
  const { customer, driver, promo_details } = booking
  if (driver === null) return { rider: 0, owed: 0 }
  const [, , wallet] = await pipelined([
    lockPerson(tx, driver),
    booking.promo_applied && promo_details !== null ? lockPromoToRelease(tx, promo_details.id) : undefined,
    lockWallets(tx, [customer, driver]),
  ])
  const { balance, owed } = wallet(customer)
  return { rider: balance, owed }
}
