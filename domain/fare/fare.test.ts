import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleTariff } from '../booking/example-booking.ts'
import { toMajor } from '../kit/money.ts'
import { fareOf, givenFare } from './fare.ts'
import { shownLines } from './shown-lines.ts'
import { feeType, tariffOf, type Tariff } from './tariff.ts'

const trip = (distanceKm: number, seconds: number, parcel = 0, option = 0) => ({ distanceKm, seconds, parcel, option })
const tariff = (more: Partial<Tariff> = {}): Tariff => ({ ...exampleTariff, ...more })

describe('fareOf [design/money-5] [fare-3] [fare-7] [fare-8] [fare-9] [fare-10] [fare-11] [fare-12]', () => {
  test.each([
    ['[fare-7] rate x distance + rate x hours + base + fee percent', tariff(), trip(5, 600), 276_00, 36_00],
    ['[fare-8] adds no base fare at 0', tariff({ base_fare: 0 }), trip(5, 600), 219_00, 29_00],
    ['[fare-9] adds parcel and option amounts', tariff(), trip(5, 600, 10, 20), 311_00, 41_00],
    ['[fare-10] raises the cost to min_fare before the fee', tariff(), trip(0.1, 10), 115_00, 15_00],
    [
      '[fare-11] takes a flat fee as an amount',
      tariff({ convenience_fee_type: 'flat', convenience_fees: 7 }),
      trip(5, 600),
      247_00,
      7_00,
    ],
    ['charges min_fare for a trip of no length', tariff({ convenience_fees: 0 }), trip(0, 0), 100_00, 0],
    ['[fare-13] keeps cents with decimal 2', tariff({ decimal: 2 }), trip(5.123, 611), 281_09, 36_66],
    [
      '[fare-14] divides kilometres by 1.609344 with miles',
      tariff({ unit: 'mile' }),
      trip(1.609344 * 5, 600),
      276_00,
      36_00,
    ],
    ['rounds a currency without decimals to whole units', tariff({ exponent: 0, decimal: 0 }), trip(5, 600), 276, 36],
  ])('%s', (_, rates, driven, tripCost, fee) => {
    const fare = fareOf(rates, driven)
    expect(fare.tripCost).toBe(tripCost)
    expect(fare.convenienceFees).toBe(fee)
    expect(fare.driverShare).toBe(tripCost - fee)
  })

  test('rounds half a unit up, in decimals and not in binary [design/money-2]', () => {
    // 1.005 is below 1.005 in binary: toFixed would give 1.00
    const fare = fareOf(
      tariff({
        rate_per_unit_distance: 1.005,
        rate_per_hour: 0,
        base_fare: 0,
        min_fare: 0,
        convenience_fees: 0,
        decimal: 2,
      }),
      trip(1, 0),
    )
    expect(fare.tripCost).toBe(101)
  })

  test('rounds half a cent up where hours or miles do not divide evenly', () => {
    const hours = tariff({
      rate_per_unit_distance: 76.85,
      rate_per_hour: 604.26,
      base_fare: 58.44,
      min_fare: 0,
      convenience_fees: 4.84,
      convenience_fee_type: 'flat',
      decimal: 2,
    })
    // 58.44 + 200.65535 + 604.26 × 3949 / 3600 + 4.84 = 926.775 exactly
    expect(fareOf(hours, trip(2.611, 3949)).tripCost).toBe(926_78)
    const thirds = tariff({
      rate_per_unit_distance: 0,
      rate_per_hour: 1,
      base_fare: 0,
      min_fare: 0,
      convenience_fees: 50,
    })
    // A third of an hour at 1, and half of it as the fee: 0.5
    expect(fareOf(thirds, trip(0, 1200)).tripCost).toBe(100)
  })

  test('rounds F from the unrounded cost and G from cost + fee [design/money-6]', () => {
    const rates = tariff({
      rate_per_unit_distance: 10,
      rate_per_hour: 0,
      base_fare: 0.5,
      min_fare: 0,
      convenience_fees: 5,
    })
    const fare = fareOf(rates, trip(1, 0)) // cost 10.5, fee 0.525: G 11.025 → 11, F → 1
    expect([fare.tripCost, fare.convenienceFees, fare.driverShare]).toEqual([1100, 100, 1000])
  })

  test('throws for an input that is not a finite number of 0 or more', () => {
    for (const bad of [-1, NaN, Infinity]) {
      expect(() => fareOf(tariff(), trip(bad, 0))).toThrow(RangeError)
      expect(() => fareOf(tariff(), trip(0, bad))).toThrow(RangeError)
    }
    expect(() => fareOf(tariff({ rate_per_unit_distance: 1e15 }), trip(1000, 0))).toThrow(RangeError)
  })

  test('property: S + F = G [invariants-M15] [fare-15], F ≤ G, lines and shown lines add up, never below min_fare', () => {
    const money = fc.integer({ min: 0, max: 50_000 }).map((n) => n / 100)
    fc.assert(
      fc.property(
        fc.record({
          rate: money,
          hour: money,
          base: money,
          min: money,
          fees: fc.integer({ min: 0, max: 150_00 }).map((n) => n / 100),
          flat: fc.boolean(),
          mile: fc.boolean(),
          decimal: fc.integer({ min: 0, max: 3 }),
          exponent: fc.constantFrom(0, 2, 3),
          km: fc.integer({ min: 0, max: 400_000 }).map((n) => n / 1000),
          seconds: fc.integer({ min: 0, max: 86_400 }),
          parcel: money,
        }),
        (given) => {
          const rates = tariff({
            rate_per_unit_distance: given.rate,
            rate_per_hour: given.hour,
            base_fare: given.base,
            min_fare: given.min,
            convenience_fees: given.fees,
            convenience_fee_type: given.flat ? 'flat' : 'percentage',
            unit: given.mile ? 'mile' : 'km',
            decimal: given.decimal,
            exponent: given.exponent,
          })
          const fare = fareOf(rates, trip(given.km, given.seconds, given.parcel))
          expect(fare.driverShare + fare.convenienceFees).toBe(fare.tripCost)
          expect(Number.isSafeInteger(fare.tripCost)).toBe(true)
          expect(fare.convenienceFees).toBeGreaterThanOrEqual(0)
          expect(fare.driverShare).toBeGreaterThanOrEqual(0)
          const sum = Object.values(fare.lines).reduce((a, b) => a + b, 0)
          const step = 10 ** -Math.min(given.decimal, given.exponent)
          expect(Math.abs(sum - fare.tripCost / 10 ** given.exponent)).toBeLessThanOrEqual(step / 2 + 1e-6)
          expect(sum).toBeGreaterThanOrEqual(given.min - 1e-9)
          const [total, fee] = [fare.tripCost, fare.convenienceFees].map((minor) => toMajor(minor, given.exponent))
          const shown = shownLines(fare.lines, total!, Math.min(given.decimal, given.exponent))
          expect(shown.fee).toBe(fee)
          expect(Object.values(shown).reduce((a, b) => a + Math.round(b / step), 0)).toBe(Math.round(total! / step))
          for (const [name, exact] of Object.entries(fare.lines))
            expect(Math.abs(shown[name as keyof typeof shown] - exact)).toBeLessThan(step + 1e-9)
        },
      ),
    )
  })
})

describe('givenFare [design/moves-37]', () => {
  test.each([
    ['takes the percentage of the given fare', tariff(), 100_00, 15_00],
    [
      'limits a flat fee to the given fare',
      tariff({ convenience_fee_type: 'flat', convenience_fees: 30 }),
      20_00,
      20_00,
    ],
    ['takes no fee of a fare of 0', tariff(), 0, 0],
  ])('%s', (_, rates, given, fee) => {
    const fare = givenFare(rates, given, { distanceKm: 1, seconds: 60 })
    expect([fare.tripCost, fare.convenienceFees, fare.driverShare]).toEqual([given, fee, given - fee])
  })
})

test('feeType reads percent and every other type that is not flat as a percentage [fare-2]', () => {
  expect(['percent', 'percentage', 'flat', ''].map(feeType)).toEqual(['percentage', 'percentage', 'flat', 'percentage'])
})

test('tariffOf stores unit, decimals and exponent of the installation [design/data-7]', () => {
  const snapshot = tariffOf(exampleTariff, { convert_to_mile: true, decimal: 4, code: 'UYU' })
  expect(snapshot).toMatchObject({ unit: 'mile', decimal: 2, exponent: 2, currency: 'UYU' })
})
