import { describe, expect, test } from 'vitest'
import { shownLines } from './shown-lines.ts'

const none = { base: 0, distance: 0, time: 0, parcel: 0, option: 0, minimum: 0, fee: 0 }

describe('the lines of a fare add up as they are shown', () => {
  test.each([
    ['what loses the most is raised', [60, 88.4, 34.4, 27.4], 210, 0, [60, 89, 34, 27]],
    ['the fee is what is taken', [10.5, 0, 0, 0.525], 11, 0, [10, 0, 0, 1]],
    ['nothing is raised that loses nothing', [60, 88.25, 34.5, 27.4], 210.15, 2, [60, 88.25, 34.5, 27.4]],
    ['0.1 + 0.2 is 0.3', [0.1 + 0.2, 0.1, 0, 0], 0.4, 1, [0.3, 0.1, 0, 0]],
    [
      'by themselves where the total was rounded to fewer decimals',
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
