import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundAmount, roundIfSure } from './round-amount.ts'

const precision = fc.constantFrom([0, 2], [1, 2], [2, 2], [0, 0], [3, 3], [2, 0]).map(([decimal, exponent]) => ({
  decimal: decimal ?? 0,
  exponent: exponent ?? 0,
}))

test('design §7: what a double settles is what the decimal rounds to', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), precision, (major, at) => {
      const sure = roundIfSure(major, at)
      if (sure !== undefined) expect(sure).toBe(roundAmount(new Decimal(major), at))
    }),
  )
})

test('next to half of what is kept a double settles nothing, however it was reached', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: -8, max: 8 }),
      precision,
      (whole, steps, at) => {
        const kept = Math.min(at.decimal, at.exponent)
        const half = (whole + 0.5) / 10 ** kept
        expect(roundIfSure(half * (1 + steps * 2 ** -52), at)).toBeUndefined()
      },
    ),
  )
})

test('most doubles settle it', () => {
  expect(roundIfSure(276.004, { decimal: 2, exponent: 2 })).toBe(27600)
  expect(roundIfSure(276.5049, { decimal: 0, exponent: 2 })).toBe(27700)
  expect(roundIfSure(0, { decimal: 2, exponent: 2 })).toBe(0)
})

test('what no safe number holds is left to the decimals, which refuse it', () => {
  expect(roundIfSure(1e300, { decimal: 2, exponent: 2 })).toBeUndefined()
  expect(() => roundAmount(new Decimal(1e300), { decimal: 2, exponent: 2 })).toThrow(RangeError)
})
