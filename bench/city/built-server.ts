import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProgressMessage, Ready } from '../../server/platform/runtime/progress.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { nodeOptions } from '../../server/testing/node-options.ts'
import { nextMessage } from './start-program.ts'

const root = join(import.meta.dirname, '..', '..')

/** A start of the built server as `npm start` does it, with the time until it listened. */
export interface Start {
  readonly ms: number
  readonly base: string
  readonly ready: Ready
  /** SIGTERM, as an operator stops it. */
  stop(): Promise<void>
  /** `kill -9`; the embedded database keeps running. */
  kill(): Promise<void>
}

const end = async (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

export const startBuilt = async (env: Readonly<Record<string, string>>): Promise<Start> => {
  const port = await freePort()
  const since = performance.now()
  const child = fork(join(root, 'server', 'dist', 'start.mjs'), [], {
    cwd: root,
    execArgv: [...nodeOptions],
    env: { ...process.env, REMIS_MODE: 'trial', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: '', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await new Promise<Ready>((done, fail) => {
    child.on('message', (message: ProgressMessage) => {
      if (message.kind === 'ready') done(message.ready)
      if (message.kind === 'failed') fail(new Error(message.message))
    })
    child.once('exit', (code) => fail(new Error(`the server ended with ${code} before it was ready`)))
  })
  return {
    ms: performance.now() - since,
    base: `http://127.0.0.1:${port}`,
    ready,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

const bare = `
  import fastify from 'fastify'
  const server = fastify()
  server.get('/', () => ({ status: 'ok' }))
  await server.listen({ host: '127.0.0.1', port: 0 })
  process.send('listens')`

/** How long a Fastify with one route takes until it listens, ms. */
export const startBare = async (): Promise<number> => {
  const since = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '-e', bare], {
    cwd: join(root, 'bench'),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await nextMessage(child)
  const ms = performance.now() - since
  await end(child, 'SIGKILL')
  return ms
}
