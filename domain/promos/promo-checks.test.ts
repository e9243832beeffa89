import { describe, expect, test } from 'vitest'
import { checkNewPromo, checkPromoEntry, checkPromo, promoSnapshot, type Promo } from './promo-checks.ts'

const promo: Promo = {
  id: 'p',
  promo_name: 'TEN',
  promo_description: '',
  promo_discount_type: 'percentage',
  promo_discount_value: 10,
  max_promo_discount_value: 50,
  min_order: 100,
  promo_validity: '2026-11-30',
  promo_usage_limit: 2,
  user_avail: 1,
}
const use = { today: '2026-11-30', usedByRider: false, total: 100_00, exponent: 2 }

describe('checkPromo [design/money-24]', () => {
  test.each<[string, Partial<Promo>, Partial<typeof use>, string | undefined]>([
    ['accepts a promo that is valid', {}, {}, undefined],
    ['accepts on the last day', {}, { today: '2026-11-30' }, undefined],
    ['refuses the day after', {}, { today: '2026-12-01' }, 'promo_expired'],
    ['refuses a second use by the rider', {}, { usedByRider: true }, 'promo_used_before'],
    ['refuses after promo_usage_limit uses', { user_avail: 2 }, {}, 'promo_used_up'],
    ['refuses a total below min_order', {}, { total: 99_99 }, 'promo_min_order'],
    ['accepts any total without a min_order', { min_order: 0 }, { total: 0 }, undefined],
    ['reports the expiry before anything else', { user_avail: 2 }, { today: '2027-01-01', total: 1 }, 'promo_expired'],
    ['compares min_order in a currency without decimals', { min_order: 100 }, { total: 100, exponent: 0 }, undefined],
  ])('%s', (_, changes, context, key) => {
    expect(checkPromo({ ...promo, ...changes }, { ...use, ...context })?.key).toBe(key)
  })

  test('promoSnapshot keeps the fields the discount is computed from', () => {
    expect(promoSnapshot(promo)).toEqual({
      id: 'p',
      promo_name: 'TEN',
      promo_discount_type: 'percentage',
      promo_discount_value: 10,
      max_promo_discount_value: 50,
    })
  })

  test.each<[Partial<Promo>, string | undefined]>([
    [{}, undefined],
    [{ promo_name: ' ' }, 'promo_name'],
    [{ promo_discount_value: 0 }, 'promo_discount_value'],
    [{ promo_discount_value: 100.5 }, 'promo_discount_value'],
    [{ promo_discount_type: 'flat', promo_discount_value: 100.5 }, undefined],
    [{ max_promo_discount_value: 0 }, 'max_promo_discount_value'],
    // [design/money-27]: stored with four decimals
    [{ promo_discount_value: 0.00001 }, 'promo_discount_value'],
    [{ promo_discount_value: 0.0001 }, undefined],
    [{ max_promo_discount_value: 10.00005 }, 'max_promo_discount_value'],
    [{ min_order: 999_999_999_999 }, undefined],
    [{ min_order: -1 }, 'min_order'],
  ])('an entered promo with %j', (wrong, field) => {
    expect(checkPromoEntry({ ...promo, ...wrong })?.field).toBe(field)
  })

  test('a new promo that is over already is refused at its day; an old one keeps its day', () => {
    expect(checkNewPromo(promo, promo.promo_validity)).toBe(null)
    expect(checkNewPromo(promo, '2026-12-01')?.field).toBe('promo_validity')
    expect(checkPromoEntry(promo)).toBe(null)
  })

  test('a limit below the uses so far is refused', () => {
    expect(checkPromoEntry({ ...promo, promo_usage_limit: 2 }, 2)).toBe(null)
    expect(checkPromoEntry({ ...promo, promo_usage_limit: 2 }, 3)?.field).toBe('promo_usage_limit')
    for (const promo_usage_limit of [0, 1.5])
      expect(checkPromoEntry({ ...promo, promo_usage_limit })?.field).toBe('promo_usage_limit')
  })
})
