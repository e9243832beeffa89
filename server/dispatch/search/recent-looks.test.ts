import { expect, it } from 'vitest'
import { recentLooks } from './recent-looks.ts'

const second = 1000

it('a search is looked at again after the pause, or once an offer expired since the last look [design/dispatch-73]', () => {
  const mayLook = recentLooks(3 * second)
  const look = (at: number, expiredAt = 0) => mayLook('a', at, expiredAt)
  expect([look(0), look(1000), look(2999)]).toEqual([true, false, false])
  expect([look(3000), look(4000)]).toEqual([true, false])
  expect([look(4500, 4200), look(7000, 4200), look(7500, 4200)]).toEqual([true, false, true])
})

it('a clock that was set back holds no search up', () => {
  const mayLook = recentLooks(3 * second)
  for (const id of ['a', 'b']) mayLook(id, 100 * second, 0)
  expect(['a', 'b'].map((id) => mayLook(id, 10 * second, 0))).toEqual([true, true])
  mayLook('c', 9 * second, 0)
  expect(mayLook('c', 12 * second, 0)).toBe(true)
})

it('a turn over many searches takes time in proportion to their number [design/dispatch-9]', () => {
  const mayLook = recentLooks(3 * second)
  const turn = (now: number) => {
    const from = performance.now()
    for (let n = 0; n < 40_000; n++) mayLook(`search ${n}`, now, 0)
    return performance.now() - from
  }
  // about 20 ms; with a walk over all looks for each search it would be many seconds
  expect([turn(0) < 2000, turn(second) < 2000, turn(4 * second) < 2000]).toEqual([true, true, true])
})
