import type { GatewayEmulator } from '@remis/server/testing/gateway-emulator'
import { findBroken } from '@remis/server/platform/verify'
import { sql } from 'kysely'
import { randomFrom } from '../seed.ts'
import { act } from './act.ts'
import { drawCommands, type Command } from './command.ts'
import { openWorld, type World } from './world.ts'

const checkEvery = 100

/** Deadlines have passed: what the server does about them by itself comes before anybody looks. */
const check = async (world: World): Promise<string | null> => {
  await world.sweep()
  await world.sweep()
  const broken = await findBroken(world.city.database.db.lists)
  return broken.length === 0 ? null : JSON.stringify(broken)
}

/** Moves that were made, and states that payments and withdrawals came to: what a run has really tried. */
const readTried = async ({ city }: World): Promise<string[]> =>
  (
    await sql<{ name: string }>`select distinct move as name from booking_events
      union select 'payment ' || status from payments union select 'refund ' || status from refunds
      union select 'withdrawal ' || case when processed_at is not null then 'processed'
        when rejected_at is not null then 'rejected' else 'open' end from withdrawals`.execute(city.database.db.lists)
  ).rows.map(({ name }) => name)

/** Runs commands in a city of their own; what went wrong, or null. What was tried is added to `tried`. */
const runCommands = async (
  gateway: GatewayEmulator,
  commands: readonly Command[],
  tried = new Set<string>(),
): Promise<string | null> => {
  const world = await openWorld(gateway)
  try {
    for (const [step, command] of commands.entries()) {
      await act(world, command)
      const wrong = (step + 1) % checkEvery === 0 ? await check(world) : null
      if (wrong !== null) return wrong
    }
    for (const name of await readTried(world)) tried.add(name)
    return await check(world)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  } finally {
    await world.end()
  }
}

const mostTries = 60

/** Leaves out ever smaller parts as long as it still goes wrong (delta debugging). */
const shrink = async (gateway: GatewayEmulator, failing: readonly Command[]): Promise<readonly Command[]> => {
  let commands = failing
  let tries = 0
  for (let part = Math.ceil(commands.length / 2); part >= 1 && tries < mostTries;) {
    let smaller: readonly Command[] | undefined
    for (let from = 0; from < commands.length && tries < mostTries; from += part) {
      const left = [...commands.slice(0, from), ...commands.slice(from + part)]
      tries++
      if ((await runCommands(gateway, left)) === null) continue
      smaller = left
      break
    }
    if (smaller !== undefined) commands = smaller
    else if (part === 1) break
    else part = Math.ceil(part / 2)
  }
  return commands
}

const show = ({ kind, who, what, how, fault }: Command): string =>
  `  ${kind} who ${who} what ${what} how ${how}${fault === null ? '' : ` fault ${fault}`}`

/** Runs one seed. Throws with the seed, what went wrong and the fewest commands that were found to bring it about. */
export const runSeed = async (
  gateway: GatewayEmulator,
  seed: number,
  steps: number,
  tried: Set<string>,
): Promise<void> => {
  const commands = drawCommands(randomFrom(seed), steps)
  const wrong = await runCommands(gateway, commands, tried)
  if (wrong === null) return
  const fewest = await shrink(gateway, commands)
  throw new Error(
    `seed ${seed} went wrong: ${wrong}\n${fewest.length} commands are enough:\n${fewest.map(show).join('\n')}`,
  )
}
