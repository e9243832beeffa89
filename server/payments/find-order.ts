import type { Status } from '@remis/domain/booking/statuses'
import type { Minor } from '@remis/domain/kit/money'
import { bookingId, uuid } from '@remis/domain/kit/schema'
import type { Kysely } from 'kysely'
import { findCardOrder, lockCardOrder, type CardOrder } from '../booking/read/card-order.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { lockTopUp, selectTopUp, type TopUp } from './top-up-store.ts'

/**
 * What `order_id` of the pay form names: a booking or a top-up. Amounts are computed here, never read from the form
 * [design/payments-10].
 */
export interface Order {
  readonly id: string
  readonly purpose: 'booking' | 'wallet_topup'
  readonly owner: string
  /** what a card payment would charge now, minor units; 0 when nothing is due */
  readonly payable: Minor
  readonly currency: string
  readonly description: string
  readonly bookingStatus: Status | null
}

const looksLikeBooking = (id: string): boolean => bookingId.safeParse(id).success
const looksLikeTopUp = (id: string): boolean => uuid.safeParse(id).success

const ofBooking = (id: string, booking: CardOrder): Order => ({
  id,
  purpose: 'booking',
  owner: booking.customer,
  payable: booking.payable,
  currency: booking.currency,
  description: `Booking ${id}`,
  bookingStatus: booking.status,
})

const ofTopUp = (topUp: TopUp): Order => ({
  id: topUp.id,
  purpose: 'wallet_topup',
  owner: topUp.userId,
  payable: topUp.paidAt === null ? topUp.amount : 0,
  currency: topUp.currency,
  description: 'Wallet',
  bookingStatus: null,
})

/** null for an id of neither. */
export const findOrder = async (db: Kysely<Tables>, id: string): Promise<Order | null> => {
  const booking = looksLikeBooking(id) ? await findCardOrder(db, id) : null
  if (booking !== null) return ofBooking(id, booking)
  const topUp = looksLikeTopUp(id) ? await selectTopUp(db, id) : null
  return topUp === null ? null : ofTopUp(topUp)
}

/** The same, locked until the commit. */
export const lockOrder = async (tx: Tx, id: string): Promise<Order | null> => {
  const booking = looksLikeBooking(id) ? await lockCardOrder(tx, id) : null
  if (booking !== null) return ofBooking(id, booking)
  const topUp = looksLikeTopUp(id) ? await lockTopUp(tx, id) : null
  return topUp === null ? null : ofTopUp(topUp)
}
