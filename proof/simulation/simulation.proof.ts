import { startGatewayEmulator } from '@remis/server/testing/gateway-emulator'
import { describe, expect, it } from 'vitest'
import { long, many } from '../scale.ts'
import { seed } from '../seed.ts'
import { runSeed } from './run-seed.ts'

const gateway = await startGatewayEmulator()
await gateway.scenario('*', 'no-webhook')

const seeds = Array.from({ length: many(5, 2000) }, (_, index) => seed + index)

const tried = new Set<string>()

describe('a city from a seed: riders, drivers, an admin and a gateway, with faults in between', () => {
  it.each(seeds)('seed %i (REMIS_SEED repeats it)', async (one) => {
    await runSeed(gateway, one, 200, tried)
  })

  it('came to every part of a trip and of its money', () => {
    const all = ['create', 'accept', 'arrive', 'start', 'reach', 'pay', 'rate', 'cancel', 'payment PAID']
    // a few short seeds do not come to everything
    for (const name of long ? all : ['create', 'accept'])
      expect([...tried], 'a run that only ever was refused proves nothing').toContain(name)
    process.stdout.write(`tried: ${[...tried].sort().join(', ')}\n`)
  })
})
