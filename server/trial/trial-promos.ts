import type { Promo } from '@remis/domain/promos/promo-checks'

/** Promos of the trial city; amounts in pesos. `days`: how long after the start of the trial they end. */
export const trialPromos: readonly (Omit<Promo, 'id' | 'user_avail' | 'promo_validity'> & { readonly days: number })[] =
  [
    {
      promo_name: 'HOLA10',
      promo_description: '10% off a ride, up to 80 pesos',
      promo_discount_type: 'percentage',
      promo_discount_value: 10,
      max_promo_discount_value: 80,
      min_order: 150,
      promo_usage_limit: 1000,
      days: 365,
    },
    {
      promo_name: 'RAMBLA50',
      promo_description: '50 pesos off, for the first fifty riders',
      promo_discount_type: 'flat',
      promo_discount_value: 50,
      max_promo_discount_value: 50,
      min_order: 200,
      promo_usage_limit: 50,
      days: 90,
    },
  ]
