import { startGatewayEmulator } from '@remis/server/testing/gateway-emulator'
import { describe, it } from 'vitest'
import { many } from '../scale.ts'
import { seed } from '../seed.ts'
import { runSeed } from './run-seed.ts'

const gateway = await startGatewayEmulator()
await gateway.scenario('*', 'no-webhook')

const seeds = Array.from({ length: many(5, 2000) }, (_, index) => seed + index)

describe('a city from a seed: riders, drivers, an admin and a gateway, with faults in between', () => {
  it.each(seeds)('seed %i (REMIS_SEED repeats it)', async (one) => {
    await runSeed(gateway, one, 200)
  })
})
