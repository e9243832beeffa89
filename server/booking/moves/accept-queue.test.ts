import { expect, it } from 'vitest'
import { AcceptQueue } from './accept-queue.ts'

it('lets two at one booking, and any number at others', () => {
  const line = new AcceptQueue()
  expect(['A', 'A', 'A', 'B'].map((id) => line.enter(id))).toEqual([true, true, false, true])
  line.leave('A')
  expect(['A', 'A'].map((id) => line.enter(id))).toEqual([true, false])
})

it('wakes all who wait when one leaves', async () => {
  const line = new AcceptQueue()
  line.enter('A')
  line.enter('A')
  const woken: string[] = []
  const waits = ['x', 'y'].map((name) => line.change('A').then(() => woken.push(name)))
  await Promise.resolve()
  expect(woken).toEqual([])
  line.leave('A')
  await Promise.all(waits)
  expect(woken).toEqual(['x', 'y'])
  line.leave('A')
  await line.change('A')
})

it('knows who is the first at a booking, also when they have left', () => {
  const line = new AcceptQueue()
  expect(['A', 'A', 'B'].map((id) => line.enterFirst(id))).toEqual([true, false, true])
  line.leave('A')
  expect(line.enterFirst('A')).toBe(false)
})

it('forgets the bookings of long ago', () => {
  const line = new AcceptQueue()
  for (let n = 0; n <= 1000; n++) {
    line.enterFirst(`${n}`)
    line.leave(`${n}`)
  }
  expect([line.enterFirst('0'), line.enterFirst('1000')]).toEqual([true, false])
})
