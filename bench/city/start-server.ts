import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Wish } from './serve.ts'

/** Starts a server in a process of its own; it ends with ours or when it is stopped. */
export const startServer = async (wish: Wish): Promise<{ url: string; stop: () => Promise<void> }> => {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { execArgv: ['--import', 'tsx'] })
  child.send(wish)
  const [said] = (await once(child, 'message')) as [{ url?: string; failed?: string }]
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
