import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { freePort } from '@remis/server/testing/free-port'
import { ground } from './place.ts'

const run = promisify(execFile)

export interface How {
  readonly folder: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** the program that runs npm: another user, a separate namespace */
  readonly within?: readonly string[]
  readonly dataDir?: string
  readonly words?: readonly string[]
  /** No start takes longer than this. */
  readonly mostMs?: number
}

export interface Run {
  /** milliseconds until it printed that it runs; undefined: it ended before */
  readonly readyMs: number | undefined
  readonly output: () => string
  readonly port: number
  readonly child: ChildProcess
  readonly within: readonly string[]
  exitCode(): number | null
  /** As Ctrl-C does; resolves to the milliseconds until the last process was gone. */
  stop(): Promise<number>
}

const running = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Processes of a session that we started, under any name. */
const ofSession = (session: number): number[] =>
  running().filter((pid) => {
    const stat = read(pid, 'stat')
    const [state, , , sid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(sid) === session && state !== 'Z'
  })

/** PostgreSQL starts a new session; its command line names the clone that it belongs to. */
const ofFolder = (folder: string): number[] => running().filter((pid) => read(pid, 'cmdline').includes(folder))

const started = new Set<number>()

/** Ends all processes of a case. */
export const endAll = (): void => {
  const left = [...started].flatMap(ofSession).concat(ofFolder(`${ground}/`))
  for (const pid of left.filter((one) => one !== process.pid)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it has ended meanwhile
    }
  }
  started.clear()
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Runs `npm start` and waits until it prints that it runs, or ends. */
export const start = async (how: How): Promise<Run> => {
  const port = await freePort()
  const { LANG: _lang, LC_ALL: _all, LC_CTYPE: _ctype, ...ours } = process.env
  const words = [...(how.within ?? []), 'npm', 'start', '--', '--fleet', '2', ...(how.words ?? [])]
  const env = {
    ...ours,
    LANG: 'C.UTF-8',
    PORT: String(port),
    FORCE_COLOR: '0',
    npm_config_prefer_offline: 'true',
    DATABASE_URL: undefined,
    DATA_DIR: how.dataDir,
    NODE_ENV: undefined,
    ...how.env,
  }
  const kept = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
  const since = performance.now()
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: how.folder,
    env: kept as Record<string, string>,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const session = child.pid ?? 0
  started.add(session)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  let ended = false
  child.once('exit', () => (ended = true))
  const end = since + (how.mostMs ?? 300_000)
  while (!ended && !output.includes('Stop: Ctrl-C') && performance.now() < end) await wait(50)
  const readyMs = output.includes('Stop: Ctrl-C') ? performance.now() - since : undefined

  const stop = async (): Promise<number> => {
    const from = performance.now()
    for (const pid of ofSession(session)) {
      try {
        process.kill(pid, 'SIGINT')
      } catch {
        // it has ended meanwhile
      }
    }
    const left = () => ofSession(session).length + ofFolder(`${how.folder}/node_modules`).length
    while (left() > 0 && performance.now() - from < 10_000) await wait(50)
    return performance.now() - from
  }
  return {
    readyMs,
    output: () => output,
    port,
    child,
    within: how.within ?? [],
    exitCode: () => child.exitCode,
    stop,
  }
}

const probe = `
const [base, email, password] = process.argv.slice(1)
const page = await fetch(base + '/', { headers: { accept: 'text/html' } })
const ready = await fetch(base + '/ready')
const signIn = await fetch(base + '/api/sessions', { method: 'POST',
  headers: { 'content-type': 'application/json', origin: base }, body: JSON.stringify({ email, password }) })
const { token } = await signIn.json()
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
const places = await fetch(base + '/googleapis-autocomplete', { method: 'POST', headers,
  body: JSON.stringify({ searchKeyword: '18 de Julio' }) })
const { searchResults } = await places.json()
const rides = await fetch(base + '/api/bookings', { headers })
console.log(JSON.stringify({ page: page.status, ready: ready.status, signIn: signIn.status,
  rides: rides.status, places: (searchResults ?? []).length > 0 }))`

/** The first steps of a new user: opens the page, signs in, searches for a place and looks at the bookings. */
export const firstSteps = async ({ port, output }: Run, enter: readonly string[] = []): Promise<string | undefined> => {
  const [, email = '', password = ''] = /^\s+Rider One\s+(\S+)\s+(\S+)/m.exec(output()) ?? []
  const words = [...enter, process.execPath, '--input-type=module', '-e', probe]
  const { stdout } = await run(words[0] ?? '', [...words.slice(1), `http://localhost:${port}`, email, password], {
    timeout: 30_000,
  })
  const found = stdout.trim()
  const good = JSON.stringify({ page: 200, ready: 200, signIn: 200, rides: 200, places: true })
  return found === good ? undefined : `it answers ${found}`
}
