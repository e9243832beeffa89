import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { freePort } from '@remis/server/testing/free-port'
import { makeDataFolder, shareMap } from './data-folder.ts'

const root = join(import.meta.dirname, '..', '..')

/** A running Remis as an operator starts it, in a temporary data folder that is removed with it. */
export interface City {
  readonly base: string
  readonly dataDir: string
  /** of the trial account with this label on the sign-in page: "Rider One" */
  account(label: string): { email: string; password: string }
  /** lines of the server's log at level warn and above */
  complaints(): string[]
  stop(): Promise<void>
}

export interface CityOptions {
  /** drivers of the trial fleet, 0: none */
  readonly fleet: number
  /** times real speed */
  readonly speed: number
  /** the variant; taxi without it */
  readonly category?: 'taxi' | 'delivery'
}

/** Resolves when the process is over. */
export const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

/** Prints the last output of a city that ends without being stopped. */
const tellEnd = (child: ChildProcess): void => {
  let output = ''
  const read = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000))
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('exit', (code, signal) => process.stderr.write(`a city ended with ${signal ?? code}:\n${output}\n`))
}

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => reject(new Error(`the city is not up after 300 s:\n${output}`)), 300_000)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (!/runs at http/.test(output)) return
      clearTimeout(late)
      resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`the start ended with ${code}:\n${output}`))
    })
  })

interface LogLine {
  level: number | string
  msg?: string
}

const isComplaint = ({ level }: LogLine) => (typeof level === 'number' ? level >= 40 : /warn|error|fatal/.test(level))

export const startCity = async ({ fleet, speed, category }: CityOptions): Promise<City> => {
  const { dataDir, remove } = makeDataFolder('city')
  const map = await shareMap(dataDir)
  const port = await freePort()
  const base = `http://localhost:${port}`
  const words = ['--fleet', String(fleet), '--speed', String(speed)]
  const child = spawn(process.execPath, ['tools/start.mjs', ...words], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      REMIS_MODE: 'trial',
      DATABASE_URL: '',
      APP_CATEGORY: category ?? 'taxi',
      // The work has a random length: an answer in a busy browser took up to half a minute.
      REMIS_LIMITS: JSON.stringify({ humanCheck: { bits: 4 } }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  tellEnd(child)
  const stop = async () => {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
    await ended(child)
    remove()
  }
  try {
    await untilReady(child)
    map.made()
    const log = join(dataDir, 'server.log')
    if (!existsSync(log)) throw new Error('the city does not keep its data in its data folder')
    const settings = (await (await fetch(`${base}/api/settings/public`)).json()) as PublicSettings
    return {
      base,
      dataDir,
      account: (label) => {
        const found = settings.trialAccounts.find((account) => account.label === label)
        if (found === undefined) throw new Error(`no trial account ${label}`)
        return found
      },
      complaints: () =>
        readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .filter((line) => isComplaint(JSON.parse(line) as LogLine)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
