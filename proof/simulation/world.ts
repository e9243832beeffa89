import type { Transport } from '@remis/domain/kit/call'
import type { TestApp } from '@remis/server/testing/app'
import { credit } from '@remis/server/testing/money'
import { cardPayer } from '@remis/server/testing/card-payer'
import { createTestDatabase } from '@remis/server/testing/test-database'
import { openCity, type City, type TestActor } from '@remis/server/testing/test-city'
import type { Database } from '@remis/server/platform/database/database'
import { sql } from 'kysely'
import { carAt, hasComfort, type Car } from './car.ts'
import { takeClock, type HandClock } from './hand-clock.ts'
import { openOwnGateway, type OwnGateway } from './own-gateway.ts'
import { traitsOf, type Town } from './town.ts'
import { turnsByHand } from './turns.ts'

/**
 * The city of one run: its people and what they have begun. Lists only grow, so that a number always means the same
 * thing.
 */
export interface World {
  readonly town: Town
  readonly city: City
  readonly clock: HandClock
  readonly gateway: OwnGateway
  readonly riders: readonly TestActor[]
  readonly drivers: readonly TestActor[]
  /** of each driver */
  readonly cars: readonly Car[]
  readonly admin: TestActor
  /** ids, in the order of booking */
  readonly bookings: string[]
  readonly attempts: string[]
  readonly withdrawals: string[]
  /** all answers, in order: two runs of one seed have the same */
  readonly answers: string[]
  /** the odometer of an honest driver's car at the start and at the end of a booking's trip */
  readonly ways: Map<string, { readonly car: Car; readonly from: number; to: number }>
  /** how often something happened */
  readonly counts: Map<string, number>
  note(what: string): void
  payer(actor: TestActor): ReturnType<typeof cardPayer>
  /** Waits for all consequences of what was done. */
  settle(): Promise<void>
  /** One turn of all background work of the server, or of one sweep. */
  sweep(only?: string): Promise<void>
  end(): Promise<void>
}

const riders = 6

/** By the machine's clock, since the calls of a simulated day come within seconds. */
const unlimited = { max: Number.POSITIVE_INFINITY, windowSeconds: 60 }

const limits = {
  // Parallel work ends in an arbitrary order.
  payments: { startsPerPayer: unlimited, answersPerAddress: unlimited, gatewayCallsInParallel: 1 },
  dispatch: { bookingsInParallel: 1 },
  // Days pass in one step, without a new sign-in or the password.
  session: { idleDays: 3650, confirmSeconds: 3650 * 86_400 },
  // The stream is read when the simulation reads it.
  live: { pollMs: 2 ** 31 - 1 },
} as const

const databaseLimits = {
  // Thousands of cities may have to wait for other work on the machine for minutes.
  lockMs: 60_000,
  statementMs: 60_000,
  listStatementMs: 60_000,
  idleInTransactionMs: 3_600_000,
  // One command at a time: each further connection plans every statement again.
  requestPool: 4,
  listPool: 1,
  jobPool: 3,
}

/** Commits cause no background work, and each has a distinct time, so that the order of events is visible. */
const underClock = (db: Database, clock: HandClock, stir: () => void): Database => ({
  ...db,
  onCommit: () => () => undefined,
  transact: async (work) => {
    await clock.pass(1)
    stir()
    return db.transact(work)
  },
})

/** Its people call without a network, which takes half of a call's time; network faults are tested in faults/. */
const ask =
  ({ fastify }: TestApp): Transport['fetch'] =>
  async (url, { method, headers, body }) => {
    const answer = await fastify.inject({
      method: method as 'GET' | 'POST',
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, json: () => Promise.resolve(answer.json<unknown>()) }
  }

/** Names and plates that do not depend on ids. */
const name = async (db: Database, people: readonly TestActor[]): Promise<void> => {
  for (const [number, { id }] of people.entries())
    await db.request
      .updateTable('users')
      .set({
        first_name: 'Person',
        last_name: String(number),
        email: `person-${number}@example.org`,
        referral_id: `person${number}`,
        vehicle_number: `STU ${1000 + number}`,
      })
      .where('id', '=', id)
      .execute()
  await sql`update sessions set expires_at = expires_at + interval '10 years', confirmed_at = clock_timestamp()`.execute(
    db.request,
  )
}

export const openWorld = async (town: Town): Promise<World> => {
  const database = await createTestDatabase('simulation', databaseLimits)
  const clock = await takeClock(database.connection)
  const gateway = openOwnGateway(() => clock.now())
  const turns = turnsByHand(database.db)
  const db = underClock(database.db, clock, turns.stir)
  const cars = town.drivers.map(carAt)
  const given = { expectBroken: () => undefined, atEnd: () => undefined, afterSetup: () => Promise.resolve() }
  const city = await openCity(
    { connection: database.connection, db, ...given },
    { gateways: [gateway.adapter], limits, sweeps: true, turns: turns.forApp, ask },
  )
  await city.server.app.settings.change(town.settings, null)
  const people = async (count: number, make: (place: number) => Promise<TestActor>): Promise<TestActor[]> => {
    const made: TestActor[] = []
    for (let place = 0; place < count; place++) made.push(await make(place))
    return made
  }
  const [public_, fleet, admin] = [
    await people(riders, () => city.person('rider')),
    await people(cars.length, (place) =>
      city.driver({ at: cars[place]!.place, carType: hasComfort(place) ? city.comfort : city.economy }),
    ),
    await city.person('admin'),
  ]
  await name(db, [...public_, ...fleet, admin])
  for (const person of [...public_.slice(0, 3), ...fleet]) await credit(db, person, 1000)
  const { stream } = city.server
  const settle = () => turns.settle(stream)
  await settle()
  /** Phones that are awake send where they are all the time. */
  const send = (): void => {
    for (const [place, { id }] of fleet.entries()) {
      const car = cars[place]
      if (car !== undefined && !car.asleep) city.server.app.drivers.put({ id, ...car.place, at: clock.now() })
    }
  }
  const counts = new Map<string, number>()
  const note = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  traitsOf(town).forEach(note)
  return {
    town,
    city,
    clock: {
      ...clock,
      pass: async (ms) => {
        await clock.pass(ms)
        send()
      },
    },
    gateway,
    riders: public_,
    drivers: fleet,
    cars,
    admin,
    bookings: [],
    attempts: [],
    withdrawals: [],
    answers: [],
    ways: new Map(),
    counts,
    note,
    payer: (actor) => cardPayer(city.server.url, actor),
    settle,
    sweep: (only) => turns.sweep(stream, only),
    end: async () => {
      await city.server.stop()
      await turns.end()
      await clock.end()
      await database.drop()
    },
  }
}
