import { wire } from '@remis/server/app-context'
import { credit } from '@remis/server/testing/money'
import { cardPayer } from '@remis/server/testing/card-payer'
import type { GatewayEmulator } from '@remis/server/testing/gateway-emulator'
import { createTestDatabase } from '@remis/server/testing/test-database'
import { openCity, type City, type TestActor } from '@remis/server/testing/test-city'

/** The city of one run: who lives there and what they have begun. Lists grow only, so that a number finds the same thing. */
export interface World {
  readonly city: City
  readonly gateway: GatewayEmulator
  readonly riders: readonly TestActor[]
  readonly drivers: readonly TestActor[]
  readonly admin: TestActor
  /** ids, in the order of booking */
  readonly bookings: string[]
  readonly attempts: string[]
  readonly withdrawals: string[]
  payer(actor: TestActor): ReturnType<typeof cardPayer>
  /** One turn of everything the server does by itself. */
  sweep(): Promise<void>
  end(): Promise<void>
}

const riders = 6
const drivers = 4

/** Sweeps of the platform look at days; those of the features are the ones that move. */
const quiet = new Set(['settings', 'unused quotes'])

export const openWorld = async (gateway: GatewayEmulator): Promise<World> => {
  const database = await createTestDatabase('simulation')
  const city = await openCity({ ...database, expectBroken: () => undefined }, { gateways: [gateway.adapter()] })
  const people = async (count: number, make: () => Promise<TestActor>): Promise<TestActor[]> => {
    const made: TestActor[] = []
    for (let n = 0; n < count; n++) made.push(await make())
    return made
  }
  const [public_, fleet, admin] = [
    await people(riders, () => city.person('rider')),
    await people(drivers, () => city.driver()),
    await city.person('admin'),
  ]
  for (const person of [...public_.slice(0, 3), ...fleet]) await credit(database.db, person, 1000)
  const { sweeps } = wire(city.server.app)
  return {
    city,
    gateway,
    riders: public_,
    drivers: fleet,
    admin,
    bookings: [],
    attempts: [],
    withdrawals: [],
    payer: (actor) => cardPayer(city.server.url, actor),
    sweep: async () => {
      for (const [name, task] of Object.entries(sweeps)) if (!quiet.has(name)) await task.run()
    },
    end: async () => {
      await city.server.stop()
      await database.drop()
    },
  }
}
