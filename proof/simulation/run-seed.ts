import { seeded } from '@remis/domain/testing/seeded'
import { drawCommands, type Command } from './command.ts'
import { runCommands, type Run } from './run-commands.ts'
import { shrink } from './shrink.ts'
import { drawTown } from './town.ts'

const show = ({ kind, who, what, how, fault }: Command): string =>
  `  ${kind} who ${who} what ${what} how ${how}${fault === null ? '' : ` fault ${fault}`}`

/**
 * Runs one seed. Throws with its replay command, what went wrong and the fewest commands that were found to reproduce
 * it.
 */
export const runSeed = async (seed: number, steps: number): Promise<Run> => {
  const random = seeded(seed)
  const town = drawTown(random)
  const commands = drawCommands(random, steps)
  const run = await runCommands(town, commands)
  if (run.wrong === null) return run
  const replay = `seed ${seed} went wrong: ${run.wrong}\nrepeat it with: npm run proof -- simulation 1 ${seed}\n`
  // At once, since leaving out commands takes minutes.
  process.stdout.write(replay)
  if (process.env['REMIS_SHRINK'] === 'no') throw new Error(replay)
  const fewest = await shrink(commands, async (fewer) => (await runCommands(town, fewer)).wrong !== null)
  const { wrong } = await runCommands(town, fewest)
  throw new Error(
    `${replay}town: ${JSON.stringify(town)}\n${fewest.length} commands are enough:\n${fewest.map(show).join('\n')}\n` +
      (wrong === null ? 'but they went right when they ran again' : `which came to: ${wrong}`),
  )
}
