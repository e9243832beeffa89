import type { PromoSnapshot } from '@remis/domain/booking/booking'
import type { Settings } from '@remis/domain/backoffice/settings'
import { discountOf } from '@remis/domain/promos/promo'
import { promoSnapshot } from '@remis/domain/promos/promo-checks'
import { AppError } from '@remis/domain/messages/app-error'
import type { Quote } from '../fare/quote.ts'
import type { Tx } from '../platform/database/database.ts'
import { takePromo } from '../promos/take-promo.ts'
import { QuoteStale } from './quote-stale.ts'

/**
 * The quote's promo, locked and judged by what is true now (design §6: a quote does not freeze it). One that may no
 * longer be used, or gives another discount since the office changed it, makes the price a stale one.
 */
export const promoOfQuote = async (
  tx: Tx,
  { promo, riderId, fare, tariff, discount }: Quote,
  settings: Pick<Settings, 'timezone'>,
): Promise<PromoSnapshot | null> => {
  if (promo === null) return null
  const { tripCost: total } = fare
  const taken = await takePromo(tx, promo.id, { riderId, total, exponent: tariff.exponent, settings }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? new QuoteStale() : error
    },
  )
  const snapshot = promoSnapshot(taken)
  if (discountOf(snapshot, total, tariff) !== discount) throw new QuoteStale()
  return snapshot
}
