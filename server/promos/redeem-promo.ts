import type { Tx } from '../platform/database/database.ts'
import { endRedemption, insertRedemption, lockAnyPromo } from './promo-store.ts'

interface Use {
  readonly promoId: string
  readonly riderId: string
  readonly bookingId: string
  readonly at: number
}

/** Redeems the promo in the transaction that creates the booking [design/money-25]. */
export const redeemPromo = (tx: Tx, use: Use): Promise<void> => insertRedemption(tx, use)

/** Locks the promo of a booking that may release it, before wallets are locked [design/data-17]. */
export const lockPromoToRelease = async (tx: Tx, promoId: string): Promise<void> => {
  await lockAnyPromo(tx, promoId)
}

/** Releases the promo of a cancelled booking, exactly once [invariants-P2]. */
export const releasePromo = (tx: Tx, { promoId, bookingId, at }: Omit<Use, 'riderId'>): Promise<void> =>
  endRedemption(tx, promoId, bookingId, at)
