import { seeded } from '@remis/domain/testing/seeded'
import { expect, it } from 'vitest'
import { drawCommands } from './command.ts'
import { shrink } from './shrink.ts'

it('leaves only the commands that are needed to fail, in their order', async () => {
  const commands = drawCommands(seeded(7), 200)
  const guilty = [commands[31], commands[110], commands[111]]
  const fewest = await shrink(commands, (left) => Promise.resolve(guilty.every((one) => one && left.includes(one))))
  expect(fewest).toEqual(guilty)
})
