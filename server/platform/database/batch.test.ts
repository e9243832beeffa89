import { describe, expect, it } from 'vitest'
import { batch } from './batch.ts'

const turn = () => new Promise((done) => setTimeout(done, 5))

describe('batch', () => {
  it('loads keys of one turn together and gives each its own value', async () => {
    const asked: number[][] = []
    const double = batch<number, number>(async (keys) => {
      asked.push([...keys])
      return keys.map((key) => key * 2)
    })
    expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
    expect(asked).toEqual([[1, 2, 1]])
  })

  it('puts keys that arrive during a load into the next one, so that no value is older than its key', async () => {
    let value = 'old'
    const gates: (() => void)[] = []
    const read = batch<string, string>(async (keys) => {
      const seen = value
      await new Promise<void>((done) => gates.push(done))
      return keys.map(() => seen)
    })
    const first = read('a')
    while (gates.length === 0) await turn()
    value = 'new'
    const second = read('b')
    await turn()
    expect(gates).toHaveLength(1)
    gates[0]?.()
    expect(await first).toBe('old')
    while (gates.length === 1) await turn()
    gates[1]?.()
    expect(await second).toBe('new')
  })

  it('runs as many loads at a time as asked for, no more', async () => {
    const gates: (() => void)[] = []
    const asked: string[][] = []
    const read = batch<string, string>(
      async (keys) => {
        asked.push([...keys])
        await new Promise<void>((done) => gates.push(done))
        return keys
      },
      { parallel: 2 },
    )
    const all = ['a', 'b', 'c', 'd'].map((key) => read(key))
    const late: Promise<string>[] = []
    for (const key of ['e', 'f', 'g']) {
      while (gates.length < Math.min(2, late.length + 1)) await turn()
      late.push(read(key))
      await turn()
    }
    expect(asked).toEqual([['a', 'b', 'c', 'd'], ['e']])
    for (const gate of gates) gate()
    while (gates.length < 3) await turn()
    gates[2]?.()
    expect(await Promise.all([...all, ...late])).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(asked[2]).toEqual(['f', 'g'])
  })

  it('waits for the next batch to fill after one of several keys', async () => {
    const asked: string[][] = []
    const read = batch<string, string>(
      (keys) => {
        asked.push([...keys])
        return Promise.resolve(keys)
      },
      { waitMs: 30 },
    )
    const oneAfterTheOther = async (...keys: string[]) => {
      const reading: Promise<string>[] = []
      for (const key of keys) {
        reading.push(read(key))
        await turn()
      }
      return Promise.all(reading)
    }
    expect(await oneAfterTheOther('a', 'b')).toEqual(['a', 'b'])
    await Promise.all([read('c'), read('d')])
    expect(await oneAfterTheOther('e', 'f')).toEqual(['e', 'f'])
    expect(asked).toEqual([['a'], ['b'], ['c', 'd'], ['e', 'f']])
  })

  it('lets other work run between the answers of a large batch', async () => {
    const same = batch<number, number>(async (keys) => [...keys])
    const order: (number | string)[] = []
    const all = Array.from({ length: 100 }, (_, n) => same(n).then((answer) => order.push(answer)))
    while (order.length === 0) await new Promise((done) => setImmediate(done))
    order.push('other')
    await Promise.all(all)
    expect(order.indexOf('other')).toBeLessThan(50)
    expect(order.filter((one) => one !== 'other')).toEqual(Array.from({ length: 100 }, (_, n) => n))
  })

  it('rejects all keys of a failed load, loads the next ones, and splits a batch over its size', async () => {
    let fails = true
    const sizes: number[] = []
    const load = batch<number, number>(
      async (keys) => {
        sizes.push(keys.length)
        if (fails) throw new Error('no database')
        return keys
      },
      { maxKeys: 2 },
    )
    expect(await Promise.allSettled([load(1), load(2)])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    fails = false
    expect(await Promise.all([load(1), load(2), load(3)])).toEqual([1, 2, 3])
    expect(sizes).toEqual([2, 2, 1])
  })
})
