import { expect, it } from 'vitest'
import { AcceptQueue } from './accept-queue.ts'

it('lets two accepts of one booking in, and any number of others', () => {
  const queue = new AcceptQueue()
  expect(['A', 'A', 'A', 'B'].map((id) => queue.enter(id))).toEqual([true, true, false, true])
  queue.leave('A')
  expect(['A', 'A'].map((id) => queue.enter(id))).toEqual([true, false])
})

it('wakes all waiting accepts when one leaves', async () => {
  const queue = new AcceptQueue()
  queue.enter('A')
  queue.enter('A')
  const woken: string[] = []
  const waits = ['x', 'y'].map((name) => queue.change('A').then(() => woken.push(name)))
  await Promise.resolve()
  expect(woken).toEqual([])
  queue.leave('A')
  await Promise.all(waits)
  expect(woken).toEqual(['x', 'y'])
  queue.leave('A')
  await queue.change('A')
})

it('remembers the first accept of a booking after it has left', () => {
  const queue = new AcceptQueue()
  expect(['A', 'A', 'B'].map((id) => queue.enterFirst(id))).toEqual([true, false, true])
  queue.leave('A')
  expect(queue.enterFirst('A')).toBe(false)
})

it('forgets the oldest of more than 1,000 bookings', () => {
  const queue = new AcceptQueue()
  for (let n = 0; n <= 1000; n++) {
    queue.enterFirst(`${n}`)
    queue.leave(`${n}`)
  }
  expect([queue.enterFirst('0'), queue.enterFirst('1000')]).toEqual([true, false])
})
