import { describe, expect, it } from 'vitest'
import { many } from '../scale.ts'
import { seed } from '../seed.ts'
import type { Run } from './run-commands.ts'
import { runSeed } from './run-seed.ts'

const steps = 200
const seeds = Array.from({ length: many(5, 2000) }, (_, index) => seed + index)
/** Run twice: in the gate one, in the long form one in a hundred. */
const again = seeds.filter((_, index) => index % many(5, 100) === 0)

const first = new Map<number, Run['outcome']>()
const tried = new Set<string>()

describe('a city from a seed: riders, drivers, an admin and a gateway, with faults in between', () => {
  it.each(seeds)('seed %i (REMIS_SEED repeats it)', async (one) => {
    const run = await runSeed(one, steps)
    for (const name of run.tried) tried.add(name)
    if (again.includes(one)) first.set(one, run.outcome)
  })

  it.each(again)('seed %i comes to the same again', async (one) => {
    expect((await runSeed(one, steps)).outcome).toEqual(first.get(one))
  })

  it('came to every part of a trip and of its money', () => {
    process.stdout.write(`tried: ${[...tried].sort().join(', ')}\n`)
    for (const name of ['create', 'accept', 'arrive', 'start', 'reach', 'pay', 'rate', 'cancel', 'payment PAID'])
      expect([...tried], 'a run that only ever was refused proves nothing').toContain(name)
  })
})
