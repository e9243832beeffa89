import { describe, expect, it } from 'vitest'
import { long, many } from '../scale.ts'
import { seed } from '../seed.ts'
import type { Run } from './run-commands.ts'
import { runSeed } from './run-seed.ts'

const steps = 200
/** `REMIS_SEEDS` asks for fewer or more than usual. */
const howMany = Number(process.env['REMIS_SEEDS']) || many(5, 2000)
const seeds = Array.from({ length: howMany }, (_, index) => seed + index)
/** Run twice: in the gate one, in the long form one in a hundred. */
const twice = seeds.filter((_, index) => index % many(5, 100) === 0)

const tried = new Set<string>()
let held = 0

/** The long form takes an hour: prints its progress. */
const tellNow = (): void => {
  held++
  if (long && held % 100 === 0) process.stdout.write(`${held} cities held\n`)
}

const run = async (one: number): Promise<Run> => {
  const done = await runSeed(one, steps)
  for (const name of done.tried) tried.add(name)
  tellNow()
  return done
}

// Each city has a separate database and clock: several keep the cores busy while one waits for its database.
describe.concurrent(
  'a city from a seed: riders, drivers, an admin and a gateway, with faults in between [design/proofs-11]',
  () => {
    it.each(twice)('seed %i (REMIS_SEED repeats it) ends the same when run twice', async (one) => {
      const { outcome } = await run(one)
      expect((await run(one)).outcome).toEqual(outcome)
    })

    it.each(seeds.filter((one) => !twice.includes(one)))('seed %i (REMIS_SEED repeats it)', async (one) => {
      await run(one)
    })
  },
)

it('reached every part of a trip and of its money', () => {
  process.stdout.write(
    `> ${seeds.length} seeds from ${seed}, ${steps} commands each, ${twice.length} of them twice: ${held} cities held\n` +
      `> tried: ${[...tried].sort().join(', ')}\n`,
  )
  for (const name of ['create', 'accept', 'arrive', 'start', 'reach', 'pay', 'rate', 'cancel', 'payment PAID'])
    expect([...tried], 'a run that only ever was refused proves nothing').toContain(name)
})
