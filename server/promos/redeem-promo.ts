import type { Tx } from '../platform/database/database.ts'
import { endRedemption, insertRedemption } from './promo-store.ts'

interface Use {
  readonly promoId: string
  readonly riderId: string
  readonly bookingId: string
  readonly at: number
}

/** Counts the use in the transaction that makes the booking [design/money-25]. */
export const redeemPromo = (tx: Tx, use: Use): Promise<void> => insertRedemption(tx, use)

/** Releases the use of a cancelled or expired booking, once [invariants-P2]. */
export const releasePromo = (tx: Tx, { promoId, bookingId, at }: Omit<Use, 'riderId'>): Promise<void> =>
  endRedemption(tx, promoId, bookingId, at)
