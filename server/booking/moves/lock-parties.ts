import type { Booking } from '@remis/domain/booking/booking'
import type { Minor } from '@remis/domain/kit/money'
import { lockPerson } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { pipelined } from '../../platform/database/pipeline/pipeline.ts'
import { lockPromoToRelease } from '../../promos/redeem-promo.ts'
import { lockBalances } from '../../wallet/balances.ts'

/** Balances under the wallets' locks, minor units. */
export interface PartyBalances {
  readonly rider: Minor
}

/**
 * Locks what a move about to judge the rider's balance changes later, in lock order: driver, promo, wallets
 * [design/data-17]. Without a driver nothing is charged and nothing is locked.
 */
export const lockParties = async (tx: Tx, booking: Booking): Promise<PartyBalances> => {
  const { customer, driver, promo_details } = booking
  if (driver === null) return { rider: 0 }
  const [, , balance] = await pipelined([
    lockPerson(tx, driver),
    booking.promo_applied && promo_details !== null ? lockPromoToRelease(tx, promo_details.id) : undefined,
    lockBalances(tx, [customer, driver]),
  ])
  return { rider: balance(customer) }
}
