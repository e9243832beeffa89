import type { Command } from './command.ts'

const mostTries = 60

/** Leaves out ever smaller parts as long as it still fails (delta debugging). */
export const shrink = async (
  failing: readonly Command[],
  goesWrong: (commands: readonly Command[]) => Promise<boolean>,
): Promise<readonly Command[]> => {
  let commands = failing
  let tries = 0
  for (let part = Math.ceil(commands.length / 2); part >= 1 && tries < mostTries;) {
    let smaller: readonly Command[] | undefined
    for (let from = 0; from < commands.length && tries < mostTries; from += part) {
      const left = [...commands.slice(0, from), ...commands.slice(from + part)]
      tries++
      if (!(await goesWrong(left))) continue
      smaller = left
      break
    }
    if (smaller !== undefined) commands = smaller
    else if (part === 1) break
    else part = Math.ceil(part / 2)
  }
  return commands
}
