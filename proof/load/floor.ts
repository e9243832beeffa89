import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** What the machine allows beside the same load, ms each: one round trip to the database, and one write to its disk. */
export interface Floor {
  readonly turns: readonly number[]
  readonly commits: readonly number[]
}

const everyMs = 50

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const measure = async (connection: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  const [turns, commits]: [number[], number[]] = [[], []]
  let stopped = false
  process.once('message', () => (stopped = true))
  while (!stopped) {
    turns.push(await timed(() => client.query({ name: 'turn', text: 'select 1' })))
    commits.push(
      await timed(() => client.query({ name: 'write', text: `select pg_logical_emit_message(true, 'floor', 'x')` })),
    )
    await new Promise((done) => setTimeout(done, everyMs))
  }
  await client.end()
  process.send?.({ turns, commits })
}

/** Measures it from now on in a separate process, without other work that delays it. */
export const startFloor = (connection: pg.ClientConfig): { stop(): Promise<Floor> } => {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--import', 'tsx'] })
  child.send(connection)
  return {
    stop: async () => {
      child.send('stop')
      const [floor] = (await once(child, 'message')) as [Floor]
      child.disconnect()
      return floor
    },
  }
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url))
  process.once('message', (connection: pg.ClientConfig) => void measure(connection))
