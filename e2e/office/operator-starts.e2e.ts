import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@remis/server/testing/free-port'
import { afterAll, afterEach, expect, test } from 'vitest'
import { ended } from '../testing/city.ts'
import { makeDataFolder, shareMap } from '../testing/data-folder.ts'
import { familyOf, memoryOf, stillRunning, type Running } from '../testing/processes.ts'

const root = join(import.meta.dirname, '..', '..')
const { dataDir, remove } = makeDataFolder('operator')
const map = await shareMap(dataDir)
const port = await freePort()
const starts: ChildProcess[] = []
// also before a second try, whose port and folder must be free
afterEach(async () => {
  for (const child of starts) if (child.exitCode === null) child.kill('SIGTERM')
  await Promise.all(starts.map(ended))
})
afterAll(remove)

interface Start {
  readonly child: ChildProcess
  readonly pid: number
  output(): string
  /** ms until the output matches */
  prints(pattern: RegExp, within: number): Promise<number>
  /** exit code and ms until the exit */
  ends(within: number): Promise<{ code: number | null; ms: number }>
}

/** A start that is refused ends well before; others work beside it. ms */
const refusedWithin = 60_000

/** `what` is evaluated at the end: it returns the output seen until then. */
const within = <T>(ms: number, what: () => string, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error(`not within ${ms} ms: ${what()}`)), ms).unref()),
  ])

/** Starts what `npm start` runs, without npm. */
const start = (words: string[] = [], env: Record<string, string> = {}): Start => {
  const began = Date.now()
  const child = spawn(process.execPath, ['tools/start.mjs', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), REMIS_MODE: 'trial', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  starts.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  const matched = async (pattern: RegExp): Promise<number> => {
    while (!pattern.test(output)) {
      if (child.exitCode !== null)
        throw new Error(`ended with ${child.exitCode} before it printed ${pattern}:\n${output}`)
      await new Promise((done) => setTimeout(done, 20))
    }
    return Date.now() - began
  }
  return {
    child,
    pid: child.pid ?? 0,
    output: () => output,
    prints: (pattern, ms) => within(ms, () => `${pattern} in ${output}`, matched(pattern)),
    ends: async (ms) => {
      const from = Date.now()
      const code = await within(ms, () => `the end of ${words.join(' ')}; ${livingOf(child)} output: ${output}`, exited)
      return { code, ms: Date.now() - from }
    },
  }
}

/** The processes of a start that are still running after it should be over. */
const livingOf = (child: ChildProcess): string => {
  const words = child.exitCode === null && child.pid ? familyOf(child.pid).map((one) => one.words) : []
  return `exit code ${child.exitCode}, living: ${words.join(' | ') || 'nobody'};`
}

const member = (family: readonly Running[], part: string): number => {
  const found = family.find(({ words }) => words.includes(part))
  if (found === undefined) throw new Error(`no ${part} among ${family.map(({ words }) => words).join('\n')}`)
  return found.pid
}

const gone = (family: readonly Running[], ms: number) =>
  expect.poll(() => stillRunning(family).map(({ words }) => words), { timeout: ms, interval: 100 }).toEqual([])

const up = async (): Promise<{ run: Start; family: Running[]; ms: number }> => {
  const run = start(['--fleet', '12', '--speed', '4'])
  const ms = await run.prints(/runs at http/, 120_000)
  await run.prints(/fleet ready: 12 drivers/, 60_000)
  return { run, family: familyOf(run.pid), ms }
}

test.runIf(process.platform === 'linux')(
  'the operator starts, stops and starts again, and kills each process',
  { timeout: 280_000 },
  async () => {
    const first = await up()
    map.made()
    expect(first.run.output()).toContain('at 4 times real time')
    await new Promise((done) => setTimeout(done, 5000))
    const memory = memoryOf(first.family)
    process.stdout.write(`first start ${(first.ms / 1000).toFixed(1)} s, ${Math.round(memory)} MB with the fleet\n`)
    expect(memory).toBeLessThan(700)

    const second = start([], { PORT: String(await freePort()) })
    expect((await second.ends(refusedWithin)).code).toBe(1)
    expect(second.output()).toMatch(/Remis already runs on .* \(process \d+\)/)

    first.run.child.kill('SIGINT')
    const end = await first.run.ends(6000)
    process.stdout.write(`Ctrl-C took ${end.ms} ms\n`)
    expect(end.code).toBe(0)
    await gone(first.family, 1000)

    // Remis survives the end of its fleet and of its database, so that one start is enough for both.
    const surviving = ['simulator/dist/start.mjs', 'bin/postgres']
    for (const victims of [['server/dist/start.mjs'], surviving, ['tools/start.mjs']]) {
      const { run, family, ms } = await up()
      process.stdout.write(`start again ${(ms / 1000).toFixed(1)} s, then kill -9 of ${victims.join(', ')}\n`)
      for (const victim of victims) {
        process.kill(member(family, victim), 'SIGKILL')
        if (victim.startsWith('simulator')) await run.prints(/The simulated drivers stopped/, 3000)
        if (victim.endsWith('postgres')) await run.prints(/The database had stopped and runs again/, 20_000)
      }
      if (victims === surviving) {
        family.push(...familyOf(run.pid))
        run.child.kill('SIGTERM')
      }
      await run.ends(8000)
      await gone(family, 8000)
    }
  },
)

test('a failed start prints one line with the cause and the remedy', async () => {
  const taken = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  const refused: [RegExp, string[], Record<string, string>][] = [
    [/^Port \d+ is taken\. Stop what runs there, or set PORT/m, [], {}],
    [/^--speed takes a number from 1 to 60\./m, ['--speed', '0'], {}],
    [/^--sped is not known\./m, ['--sped', '4'], {}],
    [
      /The database cannot be reached/,
      [],
      { PORT: String(await freePort()), DATABASE_URL: `postgres://127.0.0.1:${port}/x` },
    ],
    [/DATABASE_URL/, [], { PORT: String(await freePort()), DATABASE_URL: 'nonsense' }],
    [/The trial fleet and --speed are for the trial/, ['--speed', '4'], { REMIS_MODE: 'production' }],
  ]
  for (const [line, words, env] of refused) {
    const run = start(words, env)
    expect((await run.ends(refusedWithin)).code).toBe(1)
    expect(run.output()).toMatch(line)
    expect(run.output(), 'no stack of calls').not.toMatch(/^\s+at .*:\d+:\d+/m)
  }
  taken.close()
})
