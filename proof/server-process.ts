import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FailpointsMessage } from '@remis/server/platform/runtime/failpoint'
import type { ProgressMessage, Ready } from '@remis/server/platform/runtime/progress'
import { builtServer } from '@remis/server/testing/built-server'
import { freePort } from '@remis/server/testing/free-port'
import { nodeOptions } from '@remis/server/testing/node-options'
import { keepMaps, makeDataFolder } from './prepared-data.ts'

export type Env = Readonly<Record<string, string>>

/** The built server as a separate process on one data folder and one port; it may be started several times. */
export interface ServerProcess {
  /** http://127.0.0.1:<port>, the same after each start */
  readonly base: string
  readonly dataDir: string
  readonly pid: number
  readonly ready: Ready
  /** Starts it; `env` is added to its usual environment. Resolves when it accepts calls. */
  start(env?: Env): Promise<void>
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM, as an operator ends it; the exit code. */
  stop(): Promise<number | null>
  /** Sets all failpoints while it runs, started with some. */
  setFailpoints(setting: string): Promise<void>
  /** Resolves when a call is held at each of these failpoints, which are set to `hold`. */
  held(...names: readonly string[]): Promise<void>
  /** Resolves with the exit code, or the signal's name, when it ends. */
  ended(): Promise<number | string | null>
  /** Lines of its log. */
  log(): { level: number | string; msg?: string; err?: unknown }[]
  /** Ends it and removes the data folder. */
  remove(): Promise<void>
}

interface Run {
  readonly child: ChildProcess
  readonly over: Promise<number | string | null>
  readonly reached: Set<string>
  readonly waiting: Set<() => void>
}

/** Beside the other tests of the gate a first start, which imports the map, takes more than a minute on two cores. */
const startMs = 240_000
/** The longest pause between two sweeps is 15 s. */
const holdMs = 150_000

/**
 * `always` is in the environment at every start. With `DATABASE_URL` in it the server leaves the embedded database
 * alone.
 */
export const makeServerProcess = async (
  always: Env = {},
  moreOptions: readonly string[] = [],
): Promise<ServerProcess> => {
  const program = await builtServer()
  const dataDir = makeDataFolder()
  const port = await freePort()
  let run: Run | undefined
  let ready: Ready | undefined

  const current = (): Run => {
    if (run === undefined) throw new Error('the server was not started')
    return run
  }
  const lines = () => {
    const file = join(dataDir, 'server.log')
    if (!existsSync(file)) return []
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as ReturnType<ServerProcess['log']>[number])
  }

  const launch = (env: Env): Run => {
    const child = fork(program, [], {
      execArgv: [...nodeOptions, ...moreOptions],
      env: {
        ...process.env,
        REMIS_MODE: 'trial',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        REMIS_FAILPOINTS: '',
        ...always,
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const over = new Promise<number | string | null>((done) =>
      child.once('exit', (code, signal) => done(signal ?? code)),
    )
    return { child, over, reached: new Set(), waiting: new Set() }
  }

  const untilReady = ({ child, over, reached, waiting }: Run): Promise<Ready> =>
    new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error('the server is not up in time')), startMs)
      let failed = ''
      child.on('message', (message: ProgressMessage) => {
        if (message.kind === 'ready') {
          clearTimeout(late)
          done(message.ready)
        }
        if (message.kind === 'failed') failed = message.message
        if (message.kind === 'held') {
          reached.add(message.at)
          for (const look of waiting) look()
        }
      })
      void over.then((code) => {
        clearTimeout(late)
        fail(new Error(`the server ended with ${code}: ${failed}`))
      })
    })

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string | null> => {
    if (run === undefined) return null
    const { child, over } = run
    child.kill(signal)
    return over
  }

  return {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    get pid() {
      return current().child.pid ?? 0
    },
    get ready() {
      if (ready === undefined) throw new Error('the server was not started')
      return ready
    },
    start: async (env = {}) => {
      run = launch(env)
      ready = await untilReady(run)
      keepMaps(dataDir)
    },
    kill: async () => void (await end('SIGKILL')),
    stop: async () => {
      const code = await end('SIGTERM')
      return typeof code === 'number' ? code : null
    },
    setFailpoints: (failpoints) => {
      const { child } = current()
      return new Promise((done) => {
        const listen = (message: ProgressMessage): void => {
          if (message.kind !== 'failpoints') return
          child.off('message', listen)
          done()
        }
        child.on('message', listen)
        child.send({ failpoints } satisfies FailpointsMessage)
      })
    },
    held: (...names) => {
      const { reached, waiting, over } = current()
      return new Promise((done, fail) => {
        const missing = () => names.filter((name) => !reached.has(name))
        const late = setTimeout(() => fail(new Error(`no call reached ${missing().join(', ')}`)), holdMs)
        const look = () => {
          if (missing().length > 0) return
          clearTimeout(late)
          waiting.delete(look)
          done()
        }
        waiting.add(look)
        void over.then(() => fail(new Error(`the server ended before a call reached ${missing().join(', ')}`)))
        look()
      })
    },
    ended: () => current().over,
    log: lines,
    remove: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
