import { findBroken } from '@remis/server/verify/verify'
import { sql } from 'kysely'
import { act } from './act.ts'
import type { Command } from './command.ts'
import { readOutcome, type Outcome } from './outcome.ts'
import { openWorld, type World } from './world.ts'

/** The result of a run: the same commands give the same. */
export interface Run {
  /** what went wrong, or null */
  readonly wrong: string | null
  /** moves that were made, and states that payments and withdrawals reached */
  readonly tried: readonly string[]
  readonly outcome: Outcome
}

const checkEvery = 100

/** Deadlines have passed: the server's reactions come before the check. */
const check = async (world: World): Promise<string | null> => {
  await world.sweep()
  await world.sweep()
  const broken = await findBroken(world.city.database.db.lists)
  return broken.length === 0 ? null : JSON.stringify(broken)
}

const readTried = async ({ city }: World): Promise<string[]> =>
  (
    await sql<{ name: string }>`select distinct move as name from booking_events
      union select 'payment ' || status from payments union select 'refund ' || status from refunds
      union select 'withdrawal ' || case when processed_at is not null then 'processed'
        when rejected_at is not null then 'rejected' else 'open' end from withdrawals`.execute(city.database.db.lists)
  ).rows.map(({ name }) => name)

const runAll = async (world: World, commands: readonly Command[]): Promise<string | null> => {
  try {
    for (const [step, command] of commands.entries()) {
      await act(world, command)
      const wrong = (step + 1) % checkEvery === 0 ? await check(world) : null
      if (wrong !== null) return wrong
    }
    return await check(world)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** Runs commands in a separate city. */
export const runCommands = async (commands: readonly Command[]): Promise<Run> => {
  const world = await openWorld()
  try {
    const wrong = await runAll(world, commands)
    return { wrong, tried: await readTried(world), outcome: await readOutcome(world) }
  } finally {
    await world.end()
  }
}
