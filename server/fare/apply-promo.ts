import { variants } from '@remis/domain/booking/variant'
import { discountOf } from '@remis/domain/promos/promo'
import { promoSnapshot } from '@remis/domain/promos/promo-checks'
import { AppError } from '@remis/domain/messages/app-error'
import { findPromo } from '../promos/find-promo.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { FareDeps, Priced } from './price-quote.ts'

/**
 * The price with the promo of this name; the booking checks the promo again [design/money-26]. Throws the refusal where
 * the rider may not use it.
 */
export const applyPromo = async (app: FareDeps, priced: Priced, name: string): Promise<Priced> => {
  const { quote } = priced
  // A rider's delivery has no promo [delivery-10].
  const own = quote.madeBy === quote.riderId
  if (own && !variants[app.config.appCategory].allowsPromo)
    throw new AppError(422, 'promo_unavailable', { fields: { promo: 'not for deliveries' } })
  const { tripCost: total } = quote.fare
  const promo = await findPromo(app.db.request, name, {
    riderId: quote.riderId,
    total,
    exponent: quote.tariff.exponent,
    settings: await app.settings.current(),
    now: await nowMs(app.db.request),
  })
  const { id, promo_name, promo_description } = promo
  const discount = discountOf(promoSnapshot(promo), total, quote.tariff)
  return { ...priced, quote: { ...quote, promo: { id, promo_name, promo_description }, discount } }
}
