import type { Transport } from '@remis/domain/kit/call'
import type { TestApp } from '@remis/server/testing/app'
import { credit } from '@remis/server/testing/money'
import { cardPayer } from '@remis/server/testing/card-payer'
import { createTestDatabase } from '@remis/server/testing/test-database'
import { openCity, type City, type TestActor } from '@remis/server/testing/test-city'
import type { Database } from '@remis/server/platform/database/database'
import { sql } from 'kysely'
import { takeClock, type HandClock } from './hand-clock.ts'
import { openOwnGateway, type OwnGateway } from './own-gateway.ts'
import { turnsByHand } from './turns.ts'

/**
 * The city of one run: its people and what they have begun. Lists only grow, so that a number always means the same
 * thing.
 */
export interface World {
  readonly city: City
  readonly clock: HandClock
  readonly gateway: OwnGateway
  readonly riders: readonly TestActor[]
  readonly drivers: readonly TestActor[]
  readonly admin: TestActor
  /** ids, in the order of booking */
  readonly bookings: string[]
  readonly attempts: string[]
  readonly withdrawals: string[]
  /** all answers, in order: two runs of one seed have the same */
  readonly answers: string[]
  payer(actor: TestActor): ReturnType<typeof cardPayer>
  /** Waits for all consequences of what was done. */
  settle(): Promise<void>
  /** One turn of all background work of the server. */
  sweep(): Promise<void>
  end(): Promise<void>
}

const riders = 6
const drivers = 4

/** By the machine's clock, since the calls of a simulated day come within seconds. */
const unlimited = { max: Number.POSITIVE_INFINITY, windowSeconds: 60 }

const limits = {
  // Parallel work ends in an arbitrary order.
  payments: { startsPerPayer: unlimited, answersPerAddress: unlimited, gatewayAbreast: 1 },
  dispatch: { takenUpAbreast: 1 },
  // Days pass in one step, without a new sign-in.
  session: { idleDays: 3650 },
  // The stream is read when the simulation reads it.
  live: { pollMs: 2 ** 31 - 1 },
} as const

/** Thousands of cities may have to wait for other work on the machine for minutes. Ms. */
const patience = { lockMs: 60_000, statementMs: 60_000, listStatementMs: 60_000, idleInTransactionMs: 3_600_000 }

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
  await sql`update sessions set expires_at = expires_at + interval '10 years'`.execute(db.request)
}

export const openWorld = async (): Promise<World> => {
  const database = await createTestDatabase('simulation', patience)
  const clock = await takeClock(database.connection)
  const gateway = openOwnGateway(() => clock.now())
  const turns = turnsByHand(database.db)
  const db = underClock(database.db, clock, turns.stir)
  const city = await openCity(
    { connection: database.connection, db, expectBroken: () => undefined, afterSetup: () => Promise.resolve() },
    { gateways: [gateway.adapter], limits, sweeps: true, turns: turns.wish, ask },
  )
  await city.server.app.settings.change({ dispatchPolicy: 'waves' }, null)
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
  await name(db, [...public_, ...fleet, admin])
  for (const person of [...public_.slice(0, 3), ...fleet]) await credit(db, person, 1000)
  const { stream } = city.server
  const settle = () => turns.settle(stream)
  await settle()
  return {
    city,
    clock,
    gateway,
    riders: public_,
    drivers: fleet,
    admin,
    bookings: [],
    attempts: [],
    withdrawals: [],
    answers: [],
    payer: (actor) => cardPayer(city.server.url, actor),
    settle,
    sweep: () => turns.sweep(stream),
    end: async () => {
      await city.server.stop()
      await turns.end()
      await clock.end()
      await database.drop()
    },
  }
}
