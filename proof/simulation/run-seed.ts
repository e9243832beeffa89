import { randomFrom } from '../seed.ts'
import { drawCommands, type Command } from './command.ts'
import { runCommands, type Run } from './run-commands.ts'
import { shrink } from './shrink.ts'

const show = ({ kind, who, what, how, fault }: Command): string =>
  `  ${kind} who ${who} what ${what} how ${how}${fault === null ? '' : ` fault ${fault}`}`

/** Runs one seed. Throws with the seed, what went wrong and the fewest commands that were found to reproduce it. */
export const runSeed = async (seed: number, steps: number): Promise<Run> => {
  const commands = drawCommands(randomFrom(seed), steps)
  const run = await runCommands(commands)
  if (run.wrong === null) return run
  const fewest = await shrink(commands, async (fewer) => (await runCommands(fewer)).wrong !== null)
  const { wrong } = await runCommands(fewest)
  throw new Error(
    `seed ${seed} went wrong: ${run.wrong}\n${fewest.length} commands are enough:\n${fewest.map(show).join('\n')}\n` +
      (wrong === null ? 'but they went right when they ran again' : `which came to: ${wrong}`),
  )
}
