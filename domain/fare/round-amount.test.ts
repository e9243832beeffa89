import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asMajor, minorAmount, roundAmount } from './round-amount.ts'

const precision = fc.constantFrom([0, 2], [1, 2], [2, 2], [0, 0], [3, 3], [2, 0]).map(([decimal, exponent]) => ({
  decimal: decimal ?? 0,
  exponent: exponent ?? 0,
}))
/** The size of one step of rounding in minor units. */
const stepOf = (at: { decimal: number; exponent: number }) => 10 ** (at.exponent - Math.min(at.decimal, at.exponent))

test.each([
  [276.004, 2, 2, 276_00],
  [276.5049, 0, 2, 277_00],
  [0, 2, 2, 0],
  [1.005, 2, 2, 101],
  [0.5, 0, 0, 1],
  [2.0005, 3, 3, 2001],
  [10.25, 4, 0, 10],
])('%d at %d decimals and exponent %d is %d minor units', (major, decimal, exponent, minor) => {
  expect(roundAmount(new Decimal(major), { decimal, exponent })).toBe(minor)
  expect(minorAmount(major, { decimal, exponent })).toBe(minor)
})

test('property: rounds to the nearest step, never by more than half of one [design/money-2]', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), precision, (major, at) => {
      const minor = roundAmount(new Decimal(major), at)
      expect(minor % stepOf(at)).toBe(0)
      const off = new Decimal(minor).minus(new Decimal(major).times(10 ** at.exponent)).abs()
      expect(off.times(2).lte(stepOf(at))).toBe(true)
    }),
  )
})

test('property: exactly half a step rounds up, and the smallest amount less rounds down', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), precision, (whole, at) => {
      const places = Math.min(at.decimal, at.exponent)
      const half = new Decimal(whole).plus(0.5).div(10 ** places)
      expect(roundAmount(half, at)).toBe((whole + 1) * stepOf(at))
      expect(roundAmount(half.minus(1e-9), at)).toBe(whole * stepOf(at))
    }),
  )
})

test('property: minor units to major units and back is the same amount', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(0, 2, 3, 4), (minor, exponent) => {
      expect(roundAmount(asMajor(minor, exponent), { decimal: exponent, exponent })).toBe(minor)
    }),
  )
})

test('a stored amount below 0 counts as 0', () => expect(minorAmount(-5, { decimal: 2, exponent: 2 })).toBe(0))

test('refuses an amount that a safe integer cannot hold', () => {
  expect(() => roundAmount(new Decimal(1e300), { decimal: 2, exponent: 2 })).toThrow(RangeError)
})
