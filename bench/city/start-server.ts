import { once } from 'node:events'
import type { Options } from './serve.ts'
import { nextMessage, startProgram } from './start-program.ts'

/** A server in a separate process; it ends with this one or when it is stopped. */
export const startServer = async (
  options: Options,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> => {
  const child = await startProgram('serve')
  child.send(options)
  const output = await nextMessage<{ url?: string; failed?: string }>(child)
  if (output.url === undefined) throw new Error(`the server did not start: ${output.failed}`)
  return {
    url: output.url,
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
