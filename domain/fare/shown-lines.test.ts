import { describe, expect, test } from 'vitest'
import { shownLines, withoutExtras } from './shown-lines.ts'

const none = { base: 0, distance: 0, time: 0, parcel: 0, option: 0, minimum: 0, fee: 0 }

describe('shownLines makes the lines add up to the total', () => {
  test.each([
    ['rounds up the lines with the largest remainders', [60, 88.4, 34.4, 27.4], 210, 0, [60, 89, 34, 27]],
    ['rounds the fee half up', [10.5, 0, 0, 0.525], 11, 0, [10, 0, 0, 1]],
    ['does not raise a line without a remainder', [60, 88.25, 34.5, 27.4], 210.15, 2, [60, 88.25, 34.5, 27.4]],
    ['ignores the error of doubles in 0.1 + 0.2', [0.1 + 0.2, 0.1, 0, 0], 0.4, 1, [0.3, 0.1, 0, 0]],
    [
      'rounds each line half up where the total has fewer decimals',
      [60.123, 88.456, 34, 27],
      210,
      2,
      [60.12, 88.46, 34, 27],
    ],
  ])('%s', (_, [base, distance, time, fee], total, decimals, shown) => {
    const lines = { ...none, base: base!, distance: distance!, time: time!, fee: fee! }
    const found = shownLines(lines, total, decimals)
    expect([found.base, found.distance, found.time, found.fee]).toEqual(shown)
    expect([found.parcel, found.option, found.minimum]).toEqual([0, 0, 0])
  })
})

test.each([
  ['leaves the trip with its fee', 12.4, [2, 1], 2, 9.4],
  ['has no error of doubles', 0.4, [0.1, 0.2], 2, 0.1],
  ['rounds the extras as they are shown', 12, [2.5, 0], 0, 9],
])('withoutExtras %s', (_, total, extras, decimals, rest) => {
  expect(withoutExtras(total, extras, decimals)).toBe(rest)
})
