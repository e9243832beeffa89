import { expect, it } from 'vitest'
import { recentChecks } from './recent-checks.ts'

const second = 1000

it('checks a search again after the pause, or when an offer has expired [design/dispatch-73]', () => {
  const mayCheck = recentChecks(3 * second)
  const look = (at: number, expiredAt = 0) => mayCheck('a', at, expiredAt)
  expect([look(0), look(1000), look(2999)]).toEqual([true, false, false])
  expect([look(3000), look(4000)]).toEqual([true, false])
  expect([look(4500, 4200), look(7000, 4200), look(7500, 4200)]).toEqual([true, false, true])
})

it('does not delay searches when the clock is set back', () => {
  const mayCheck = recentChecks(3 * second)
  for (const id of ['a', 'b']) mayCheck(id, 100 * second, 0)
  expect(['a', 'b'].map((id) => mayCheck(id, 10 * second, 0))).toEqual([true, true])
  mayCheck('c', 9 * second, 0)
  expect(mayCheck('c', 12 * second, 0)).toBe(true)
})

it('takes linear time for many searches [design/dispatch-9]', () => {
  const mayCheck = recentChecks(3 * second)
  const turn = (now: number) => {
    const from = performance.now()
    for (let n = 0; n < 40_000; n++) mayCheck(`search ${n}`, now, 0)
    return performance.now() - from
  }
  // takes about 20 ms; a walk over all looks for each search takes seconds
  expect([turn(0) < 2000, turn(second) < 2000, turn(4 * second) < 2000]).toEqual([true, true, true])
})
