import { expect, test } from 'vitest'
import { mayBookFrom } from './booking-pace.ts'

const minute = 60_000
const limits = {
  most: 5,
  windowMs: 10 * minute,
  pauseMs: 30_000,
  mostPauseMs: 15 * minute,
  cancelsWithinMs: 60 * minute,
}
const now = 1_800_000_000_000
const ago = (...minutes: number[]) => minutes.map((n) => now - n * minute)

test('five bookings in ten minutes, then one more when the oldest of them is ten minutes old [design/moves-85]', () => {
  const from = (made: number[]) => mayBookFrom({ made, cancelled: [] }, limits, now)
  expect(from([])).toBe(0)
  expect(from(ago(1, 2, 3, 4))).toBe(0)
  expect(from(ago(1, 2, 3, 4, 9))).toBe(now + minute)
  expect(from(ago(1, 2, 3, 4, 11))).toBeLessThan(now)
})

test('the pause after cancels begins with the second, doubles, and ends at a quarter of an hour', () => {
  const pause = (count: number) => {
    const cancelled = Array.from({ length: count }, () => now)
    return (mayBookFrom({ made: [], cancelled }, limits, now) - now) / 1000
  }
  expect([2, 3, 4, 5, 6, 7, 30].map(pause)).toEqual([30, 60, 120, 240, 480, 900, 900])
  expect(mayBookFrom({ made: [], cancelled: [now] }, limits, now)).toBe(0)
  // Counted from the last cancel; one of more than an hour ago does not count.
  expect(mayBookFrom({ made: [], cancelled: ago(1, 5) }, limits, now)).toBe(now - minute + 30_000)
  expect(mayBookFrom({ made: [], cancelled: ago(0, 61) }, limits, now)).toBe(0)
})
