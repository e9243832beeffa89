import { expect, it } from 'vitest'
import { nextAfterSilence, nextByAge } from './next-check.ts'

const ages = [2, 5, 60, 4320]
const minutes = (count: number) => 1_000_000 + count * 60_000

it.each([
  [0, 2],
  [1.9, 2],
  [2, 5],
  [30, 60],
  [60, 4320],
  [4319, 4320],
])('an answer at %d min is followed by a look-up at %d min [design/payments-60]', (age, next) => {
  expect(nextByAge(ages, minutes(0), minutes(age))).toBe(minutes(next))
})

it('no look-up follows an answer after the last age', () => {
  expect(nextByAge(ages, minutes(0), minutes(4320))).toBeNull()
  expect(nextByAge(ages, minutes(0), minutes(9000))).toBeNull()
})

it.each([
  ['at once', 0, 1],
  ['the planned time comes first', 59.5, 60],
  ['two hours old', 120, 132],
  ['five days old', 7200, 7920],
  ['three weeks old', 30_240, 31_680],
])('a silent gateway is asked again soon, and without end: %s [design/payments-61]', (_case, age, next) => {
  expect(nextAfterSilence(ages, minutes(0), minutes(age))).toBe(minutes(next))
})
