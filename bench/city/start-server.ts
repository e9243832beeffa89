import { once } from 'node:events'
import type { Options } from './serve.ts'
import { nextWord, startProgram } from './start-program.ts'

/** Starts a server in a process of its own; it ends with ours or when it is stopped. */
export const startServer = async (wish: Options): Promise<{ url: string; stop: () => Promise<void> }> => {
  const child = await startProgram('serve')
  child.send(wish)
  const said = await nextWord<{ url?: string; failed?: string }>(child)
  if (said.url === undefined) throw new Error(`the server did not start: ${said.failed}`)
  return {
    url: said.url,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
