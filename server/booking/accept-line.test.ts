import { expect, it } from 'vitest'
import { AcceptLine } from './accept-line.ts'

const open = () => {
  let finish = () => undefined as void
  const done = new Promise<void>((resolve) => (finish = resolve))
  return { done, finish }
}

it('lets two at one booking, and any number at others', async () => {
  const line = new AcceptLine()
  const [one, two] = [open(), open()]
  const first = line.within('A', () => one.done)
  expect(line.full('A')).toBeUndefined()
  const second = line.within('A', () => two.done)
  expect(line.full('A')).toBeInstanceOf(Promise)
  expect(line.full('B')).toBeUndefined()
  one.finish()
  await first
  expect(line.full('A')).toBeUndefined()
  two.finish()
  await second
})

it('wakes all who wait when one leaves, by whatever way', async () => {
  const line = new AcceptLine()
  const [one, two] = [open(), open()]
  const failing = line.within('A', async () => {
    await one.done
    throw new Error('driver_busy')
  })
  const second = line.within('A', () => two.done)
  const woken: string[] = []
  const waits = ['x', 'y'].map(async (name) => {
    await line.full('A')
    woken.push(name)
  })
  one.finish()
  await expect(failing).rejects.toThrow('driver_busy')
  await Promise.all(waits)
  expect(woken).toEqual(['x', 'y'])
  two.finish()
  await second
  expect(line.full('A')).toBeUndefined()
})
