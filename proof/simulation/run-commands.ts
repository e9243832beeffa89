import { findBroken } from '@remis/server/verify/verify'
import { sql } from 'kysely'
import { act } from './act.ts'
import type { Command } from './command.ts'
import { findLostMoney, findUntrue } from './expectations.ts'
import { readOutcome, type Outcome } from './outcome.ts'
import type { Town } from './town.ts'
import { openWorld, type World } from './world.ts'

/** The result of a run: the same town and commands give the same. */
export interface Run {
  /** what went wrong, or null */
  readonly wrong: string | null
  /** how often each thing happened: moves, states of payments and withdrawals, postings, refusals, attacks */
  readonly counts: ReadonlyMap<string, number>
  readonly outcome: Outcome
}

const checkEvery = 100
const minute = 60_000

/** Deadlines have passed: the server's reactions come before the check. */
const check = async (world: World): Promise<string | null> => {
  await world.sweep()
  await world.sweep()
  const broken = await findBroken(world.city.database.db.lists)
  return broken.length === 0 ? findUntrue(world) : JSON.stringify(broken)
}

/** The gateway answers again, for as long as an attempt is looked up. */
const endOfOutage = async (world: World): Promise<string | null> => {
  world.gateway.down = false
  for (const minutes of [10, 3 * 24 * 60, 24 * 60, 9 * 24 * 60]) {
    await world.clock.pass(minutes * minute)
    await world.sweep()
  }
  return (await findLostMoney(world)) ?? check(world)
}

const readCounts = async ({ city, counts, answers }: World): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from (
      select move as name from booking_events
      union all select 'payment ' || status from payments union all select 'refund ' || status from refunds
      union all select 'withdrawal ' || case when processed_at is not null then 'processed'
        when rejected_at is not null then 'rejected' else 'open' end from withdrawals
      union all select 'posting ' || kind from ledger_transactions
      union all select 'debt for ' || reason from debts
      union all select 'wave ' || wave from offers where wave is not null
      union all select 'flag ' || unnest(fare_flags) from bookings
      union all select 'charged ' || (fare ->> 'charged') from bookings where fare ->> 'charged' is not null
      union all select 'cancelled by ' || cancelled_by || case when customer_paid > 0 then ' for a fee' else '' end
        from bookings where status = 'CANCELLED' and driver is not null
    ) as happened group by name`.execute(city.database.db.lists)
  const all = new Map([...counts, ...rows.map(({ name, count }): [string, number] => [name, count])])
  for (const answer of answers)
    if (/ (payment_due|no_show_\w+|correction_\w+)$/.test(answer)) {
      const name = `refused with ${answer.split(' ').at(-1) ?? ''}`
      all.set(name, (all.get(name) ?? 0) + 1)
    }
  return all
}

const runAll = async (world: World, commands: readonly Command[]): Promise<string | null> => {
  try {
    for (const [step, command] of commands.entries()) {
      await act(world, command)
      const wrong = (step + 1) % checkEvery === 0 ? await check(world) : null
      if (wrong !== null) return wrong
    }
    return await endOfOutage(world)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** Runs commands in a separate city. */
export const runCommands = async (town: Town, commands: readonly Command[]): Promise<Run> => {
  const world = await openWorld(town)
  try {
    const wrong = await runAll(world, commands)
    return { wrong, counts: await readCounts(world), outcome: await readOutcome(world) }
  } finally {
    await world.end()
  }
}
