import type { Tx } from '../platform/database/database.ts'
import { endRedemption, insertRedemption } from './promo-store.ts'

interface Use {
  readonly promoId: string
  readonly riderId: string
  readonly bookingId: string
  readonly at: number
}

/** The booking uses its promo, in the transaction that makes it (design §6 "create"). */
export const redeemPromo = (tx: Tx, use: Use): Promise<void> => insertRedemption(tx, use)

/** The booking came to nothing: its use counts no more, exactly once (trust-and-speed P2). */
export const releasePromo = (tx: Tx, { promoId, bookingId, at }: Omit<Use, 'riderId'>): Promise<void> =>
  endRedemption(tx, promoId, bookingId, at)
