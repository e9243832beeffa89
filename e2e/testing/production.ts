import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '@remis/server/testing/free-port'
import { ended } from './city.ts'
import { makeDataFolder } from './data-folder.ts'

const root = join(import.meta.dirname, '..', '..')

/** A production installation as an operator starts it, in a temporary data folder. */
export interface Production {
  readonly base: string
  readonly dataDir: string
  /** `npm run start:production`, without npm; resolves with what it prints until it serves. */
  start: () => Promise<string>
  stop: () => Promise<void>
  /** `npm run maps:import`, beside the running server; resolves with what it prints. */
  importMap: (...words: readonly string[]) => Promise<string>
  /** Stops it and removes the folder, which `npm test` keeps: it verifies the database of every city at the end. */
  remove: () => Promise<void>
}

/** The set-up link that a start prints; undefined: none. */
export const linkIn = (output: string): string | undefined => /http:\S+\/setup#[\w-]{43}/.exec(output)?.[0]

export const openProduction = async (): Promise<Production> => {
  const { dataDir, remove } = makeDataFolder('production')
  const port = await freePort()
  let running: ChildProcess | undefined

  const run = (
    words: readonly string[],
    /** called with the output so far, after each part of it */
    printed: (output: string) => void,
    onEnd: (code: number | null, output: string) => void,
  ) => {
    const child = spawn(process.execPath, words, {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        REMIS_MODE: '',
        DATABASE_URL: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        printed(output)
      })
    child.once('exit', (code) => onEnd(code, output))
    return child
  }
  const stop = async () => {
    const child = running
    running = undefined
    if (child === undefined) return
    child.kill('SIGTERM')
    await ended(child)
  }
  return {
    base: `http://localhost:${port}`,
    dataDir,
    stop,
    start: () =>
      new Promise((done, fail) => {
        running = run(
          ['tools/start.mjs', '--production'],
          (output) => /Stop: Ctrl-C/.test(output) && done(output),
          (code, output) => fail(new Error(`ended with ${code}: ${output}`)),
        )
      }),
    importMap: (...words) =>
      new Promise((done, fail) => {
        run(
          ['tools/office-command.mjs', 'import', 'import', ...words],
          () => undefined,
          (code, output) => (code === 0 ? done(output) : fail(new Error(`the import ended with ${code}: ${output}`))),
        )
      }),
    remove: async () => {
      await stop()
      remove()
    },
  }
}
