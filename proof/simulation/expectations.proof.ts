import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act } from './act.ts'
import type { Command } from './command.ts'
import { findLostMoney, findUntrue } from './expectations.ts'
import { openWorld, type World } from './world.ts'

/** Breaks each expectation of the simulation on purpose: one that cannot fail proves nothing [design/proofs-41]. */
let world: World

const turn = (kind: Command['kind'], more: Partial<Command> = {}) =>
  act(world, { kind, who: 0, what: 0, how: 3, fault: null, ...more })

beforeAll(async () => {
  const drivers = ['honest', 'afar', 'sleeper', 'forger', 'ally', 'honest'] as const
  world = await openWorld({ drivers, settings: {}, losesNotices: true })
  for (const kind of ['book', 'accept', 'arrive', 'start', 'driveOn', 'reach'] as const) await turn(kind)
  await turn('pay', { how: 1 })
  await turn('topUp')
}, 120_000)
afterAll(() => world.end())

const run = (statement: RawBuilder<unknown>) => statement.execute(world.city.database.db.request)
/** What is found after the change, which is taken back. */
const after = async (change: RawBuilder<unknown>, back: RawBuilder<unknown>) => {
  await run(change)
  const found = await findUntrue(world)
  await run(back)
  return found
}

it('finds nothing in a city where all went well', async () => {
  const { rows } = await sql<{ status: string; charged: string }>`select status, fare ->> 'charged' as charged
    from bookings`.execute(world.city.database.db.request)
  expect(rows).toEqual([{ status: 'PAID', charged: 'track' }])
  expect(await findUntrue(world)).toBeNull()
})

it('finds km that were charged and not driven', async () => {
  const km = (more: number) => sql`update bookings set
    fare = jsonb_set(fare, '{final,distanceKm}', to_jsonb((fare #>> '{final,distanceKm}')::float8 + ${more}::float8))`
  expect(await after(km(0.1), km(-0.1))).toContain('more km are charged than the car drove')
})

it('finds a fare above its bound', async () => {
  const cost = (more: number) => sql`update bookings set estimate = estimate - ${more}::bigint`
  expect(await after(cost(200_00), cost(-200_00))).toContain('a fare is above')
})

it('finds a fee for a driver who never came', async () => {
  const other = world.drivers[1]?.id
  const whose = (driver: string | undefined, status: string, start: RawBuilder<unknown>) =>
    sql`update bookings set driver = ${driver}, status = ${status}, start_time = ${start}`
  const { rows } = await sql<{
    driver: string
    since: number
  }>`select driver, start_time as since from bookings`.execute(world.city.database.db.request)
  const back = whose(rows[0]?.driver, 'PAID', sql`${new Date(rows[0]?.since ?? 0)}`)
  expect(await after(whose(other, 'CANCELLED', sql`null`), back)).toContain('never came')
})

it('finds a rider with money who owes', async () => {
  const owed = (amount: number) => sql`update wallets set owed = ${amount} where user_id = ${world.riders[0]?.id}`
  expect(await after(owed(1), owed(0))).toContain('a rider with money owes')
})

it('finds money that the gateway took and the server does not know of', async () => {
  await turn('gatewaySpeaks', { how: 4 })
  expect(await findLostMoney(world)).toContain(world.attempts[0])
  await world.clock.pass(10 * 60_000)
  await world.sweep()
  expect(await findLostMoney(world)).toBeNull()
})
