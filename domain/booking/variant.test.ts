import { describe, expect, test } from 'vitest'
import { admin, changed, driver, made, minute, noTrack, reached, started, t0 } from './example-booking.ts'
import { reach } from './moves/reach.ts'
import { statuses } from './statuses.ts'
import { appCategories, variants } from './variant.ts'

const promo = {
  id: 'p',
  promo_name: 'P',
  promo_discount_type: 'flat',
  promo_discount_value: 50,
  max_promo_discount_value: 50,
} as const
const track = [0, 4, 8].map((km, i) => ({
  lat: -34.9 + km / 111.195,
  lng: -56.16,
  at: t0 + (5 + i) * minute,
  status: 'STARTED' as const,
}))

test('taxi and delivery differ in every field [delivery-1] [booking-1]', () => {
  expect(appCategories).toEqual(['taxi', 'delivery'])
  expect(Object.keys(variants)).toEqual(appCategories)
  for (const field of Object.keys(variants.taxi) as (keyof typeof variants.taxi)[])
    expect(variants.taxi[field], field).not.toEqual(variants.delivery[field])
})

describe.each(appCategories)('%s', (appcat) => {
  const variant = variants[appcat]

  test('paysUpFront decides the status and the mode of a rider’s own booking [delivery-3]', () => {
    expect(made({ appcat })).toMatchObject(
      variant.paysUpFront
        ? { status: 'PAYMENT_PENDING', payment_mode: 'card' }
        : { status: 'NEW', payment_mode: 'cash' },
    )
  })
  test('allowsPromo decides the discount of a rider’s own booking', () => {
    expect(made({ appcat, promo }).discount_amount).toBe(variant.allowsPromo ? 50_00 : 0)
  })
  test('an admin’s booking is NEW, in the chosen mode and with the promo', () => {
    expect(made({ appcat, promo }, admin)).toMatchObject({
      status: 'NEW',
      payment_mode: 'cash',
      discount_amount: 50_00,
    })
  })
  test('recomputesFare decides if the tracked route is charged', () => {
    const { patch } = changed(
      reach(started(), driver, { ...noTrack, appcat, points: track, matchedKm: 8 }, t0 + 15 * minute),
    )
    expect(patch.fare?.charged).toBe(variant.recomputesFare ? 'track' : 'quote')
    expect(patch.trip_cost === reached().trip_cost).toBe(!variant.recomputesFare)
  })
  test('recomputesFare decides if a trip without a track is flagged', () => {
    const { patch } = changed(reach(started(), driver, { ...noTrack, appcat }, t0 + 15 * minute))
    expect(patch.fareFlags).toEqual(variant.recomputesFare ? ['no-track'] : [])
  })
  test('PAYMENT_PENDING occurs only in a delivery [design/moves-39]', () => {
    expect(variant.paysUpFront).toBe(appcat === 'delivery')
    expect(statuses.filter((status) => !variant.statuses.includes(status))).toEqual(
      appcat === 'delivery' ? [] : ['PAYMENT_PENDING'],
    )
  })
})
