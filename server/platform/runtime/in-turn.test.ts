import { expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

it('runs some at a time in their order, lets some wait, refuses the rest, and goes on after a failure', async () => {
  const turn = inTurn({ atOnce: 2, waiting: 3, retryAfter: 7 })
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    most = Math.max(most, ++running)
    order.push(n)
    await new Promise((done) => setTimeout(done, 5))
    running--
    if (n === 1) throw new Error('failed')
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((n) => turn(work(n))))
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(results[5]).toMatchObject({ reason: { status: 503, key: 'busy_try_again', extra: { retryAfter: 7 } } })
  expect(await turn(work(8))).toBe(8)
})
