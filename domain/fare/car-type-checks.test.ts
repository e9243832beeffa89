import { describe, expect, it } from 'vitest'
import {
  amountDecimals,
  checkCarTypeEntry,
  mostCarTypeAmount,
  sortedSlab,
  type CarTypeEntry,
} from './car-type-checks.ts'
import { comparePrices, pricedAtBoth } from './compare-rates.ts'
import { fareOf } from './fare.ts'
import { tariffOf } from './tariff.ts'

const car: CarTypeEntry = {
  name: 'Economy',
  image: 'hatchback',
  seats: 4,
  base_fare: 60,
  rate_per_unit_distance: 28.1234,
  rate_per_hour: 300,
  min_fare: 120,
  convenience_fees: 12.5,
  convenience_fee_type: 'percentage',
  cancelSlab: [
    { minsDelayed: 2, amount: 60 },
    { minsDelayed: 6, amount: 100 },
  ],
  parcelTypes: [{ description: 'Letter', amount: 0 }],
  options: [],
  active: true,
}
const fieldOf = (more: object, decimals = 0) => checkCarTypeEntry({ ...car, ...more }, decimals)?.field ?? null
const step = (minsDelayed: number, amount = 10) => ({ minsDelayed, amount })
const extra = (description: string, amount = 10) => ({ description, amount })

describe('the check of a car type [design/catalogue-2]', () => {
  it('accepts a valid one', () => expect(checkCarTypeEntry(car, 0)).toBeNull())

  it.each([
    [{ name: ' ' }, 'name'],
    [{ image: '/somewhere.png' }, 'image'],
    [{ seats: 0 }, 'seats'],
    [{ seats: 61 }, 'seats'],
    [{ seats: 1.5 }, 'seats'],
    [{ base_fare: -1 }, 'base_fare'],
    [{ base_fare: 0.5 }, 'base_fare'],
    [{ base_fare: mostCarTypeAmount + 1 }, 'base_fare'],
    [{ rate_per_unit_distance: 0.00001 }, 'rate_per_unit_distance'],
    [{ rate_per_hour: -0.1 }, 'rate_per_hour'],
    [{ min_fare: 0.5 }, 'min_fare'],
    [{ base_fare: 0, rate_per_unit_distance: 0, rate_per_hour: 0, min_fare: 0 }, 'min_fare'],
    [{ convenience_fees: 100.5 }, 'convenience_fees'],
    [{ convenience_fee_type: 'flat' }, 'convenience_fees'],
    [{ cancelSlab: [step(2), step(2, 20)] }, 'cancelSlab'],
    [{ cancelSlab: [step(-1)] }, 'cancelSlab'],
    [{ cancelSlab: [step(1.5)] }, 'cancelSlab'],
    [{ cancelSlab: [step(1, 0.5)] }, 'cancelSlab'],
    [{ cancelSlab: Array.from({ length: 21 }, (_, n) => step(n)) }, 'cancelSlab'],
    [{ parcelTypes: [extra('Box'), extra('box ')] }, 'parcelTypes'],
    [{ parcelTypes: [extra(' ')] }, 'parcelTypes'],
    [{ options: [extra('Fragile', -1)] }, 'options'],
  ])('refuses %j at its field', (more, field) => expect(fieldOf(more)).toBe(field))

  it('takes amounts with the decimals of the installation, at most those of the currency', () => {
    expect(fieldOf({ base_fare: 0.25 }, 2)).toBeNull()
    expect(fieldOf({ base_fare: 0.255 }, 2)).toBe('base_fare')
    expect(fieldOf({ convenience_fee_type: 'flat', convenience_fees: 2.5 }, 1)).toBeNull()
    expect(amountDecimals({ decimal: 2, code: 'EUR' })).toBe(2)
    expect(amountDecimals({ decimal: 2, code: 'JPY' })).toBe(0)
  })

  it('lets a stored car type keep its picture', () => {
    const stored = { ...car, image: '/old.png' }
    expect(checkCarTypeEntry(stored, 0, stored)).toBeNull()
    expect(checkCarTypeEntry(stored, 0, car)?.field).toBe('image')
  })

  it('keeps every fare a safe integer at the highest rates', () => {
    const most = { ...car, rate_per_unit_distance: mostCarTypeAmount, rate_per_hour: mostCarTypeAmount, cancelSlab: [] }
    const tariff = tariffOf(most, { convert_to_mile: false, decimal: 2, code: 'EUR' })
    const trip = { distanceKm: 20_000, seconds: 500 * 3600, parcel: mostCarTypeAmount, option: mostCarTypeAmount }
    expect(Number.isSafeInteger(fareOf(tariff, trip).tripCost)).toBe(true)
  })

  it('sorts a slab by its minutes [design/catalogue-3]', () => {
    expect(sortedSlab([step(6), step(2)]).map(({ minsDelayed }) => minsDelayed)).toEqual([2, 6])
  })
})

it('sums up trips at two tariffs: sum, lower median, fees, dearer and cheaper [design/catalogue-8]', () => {
  const settings = { convert_to_mile: false, decimal: 2, code: 'EUR' }
  const plain = { ...car, base_fare: 0, rate_per_hour: 0, min_fare: 5, rate_per_unit_distance: 1, convenience_fees: 10 }
  const now = tariffOf(plain, settings)
  const next = tariffOf({ ...plain, rate_per_unit_distance: 2, min_fare: 4 }, settings)
  const trips = [1, 10, 20, 30].map((distanceKm) =>
    pricedAtBoth({ distanceKm, seconds: 600, parcel: 0, option: 0 }, now, next),
  )
  expect(comparePrices(trips)).toEqual({
    now: { sum: 550 + 1100 + 2200 + 3300, median: 1100, fees: 50 + 100 + 200 + 300 },
    next: { sum: 440 + 2200 + 4400 + 6600, median: 2200, fees: 40 + 200 + 400 + 600 },
    dearer: 3,
    cheaper: 1,
  })
  expect(comparePrices([])).toMatchObject({ now: { sum: 0, median: 0, fees: 0 }, dearer: 0 })
})
