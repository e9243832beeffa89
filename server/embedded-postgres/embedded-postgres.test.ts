import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { shortFolder } from '../testing/global-setup/cluster.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { canReach, socketFolder } from './folders.ts'
import { lockDataFolder } from './instance-lock.ts'
import { becomesReady, livingPostmaster } from './postmaster.ts'
import { isAlive, startedAt, waitUntil } from './processes.ts'
import { findRunUser } from './run-user.ts'

let dataDir: string
let started: EmbeddedPostgres | undefined
beforeEach(() => {
  dataDir = shortFolder()
})
afterEach(async () => {
  await started?.stop()
  started = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (folder = dataDir): Promise<EmbeddedPostgres> =>
  (started = await startEmbeddedPostgres({ dataDir: folder }))

const query = async (text: string): Promise<unknown[]> => {
  const client = new pg.Client(started?.connection)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const stem = new URL('.', import.meta.url).href
/** Another process that starts the database, holds the lock and commits a row. */
const child = (script: string) => {
  const text = `
    const { startEmbeddedPostgres } = await import('${stem}embedded-postgres.ts')
    const { lockDataFolder } = await import('${stem}instance-lock.ts')
    const { default: pg } = await import('pg')
    const dataDir = ${JSON.stringify(dataDir)}
    ${script}`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
const firstOutput = (process: ReturnType<typeof child>): Promise<string> =>
  new Promise((done) => process.stdout.once('data', (data: Buffer) => done(String(data))))

describe('the embedded database', () => {
  it('runs at a lower priority than the server', async () => {
    const { pid } = await start()
    expect(getPriority(pid)).toBe(getPriority() + 5)
  })

  it('is UTF-8 with a fixed collation, does not listen on TCP, and requires its password', async () => {
    await start()
    expect(
      await query(`select current_setting('server_encoding') e, datlocprovider p, datlocale l, current_setting('listen_addresses') t, current_setting('data_checksums') c
      from pg_database where datname = 'remis'`),
    ).toEqual([{ e: 'UTF8', p: 'b', l: 'C.UTF-8', t: '', c: 'on' }])
    const wrong = new pg.Client({ ...started?.connection, password: 'guess' })
    await expect(wrong.connect()).rejects.toThrow('password authentication failed')
  })

  it('is taken over by the next start after its server was killed, with all commits', async () => {
    const server = child(`
      await lockDataFolder(dataDir)
      const db = await startEmbeddedPostgres({ dataDir })
      const client = new pg.Client(db.connection)
      await client.connect()
      await client.query('create table kept (n integer)')
      await client.query('insert into kept values (1)')
      console.log(db.pid)
      setInterval(() => {}, 1000)`)
    const pid = Number(await firstOutput(server))
    await expect(lockDataFolder(dataDir)).rejects.toThrow(/already runs on .* \(process \d+\)/)
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGKILL')
    await gone
    expect(isAlive(pid)).toBe(true)
    const unlock = await lockDataFolder(dataDir)
    const { adopted, pid: mine } = await start()
    expect([adopted, mine]).toEqual([true, pid])
    expect(await query('select n from kept')).toEqual([{ n: 1 }])
    unlock()
    await started?.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('recovers when the database itself was killed', async () => {
    const first = await start()
    await query('create table kept (n integer)')
    process.kill(first.pid, 'SIGKILL')
    expect(await waitUntil(() => !isAlive(first.pid), 5000)).toBe(true)
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await query('select count(*)::int n from kept')).toEqual([{ n: 0 }])
  })

  it('is started as soon as one that still stops has ended', async () => {
    const first = await start()
    const client = new pg.Client(first.connection)
    client.on('error', () => undefined)
    await client.connect()
    // It waits for this client.
    process.kill(first.pid, 'SIGTERM')
    await waitUntil(() => livingPostmaster(join(dataDir, 'postgres'))?.state === 'stopping', 5000)
    const next = start()
    const begun = performance.now()
    setTimeout(() => void client.end(), 500)
    const { adopted, pid } = await next
    expect([adopted, pid === first.pid]).toEqual([false, false])
    expect(performance.now() - begun).toBeLessThan(20_000)
  }, 60_000)

  it('is waited for while it recovers, however long it takes [design/data-100]', async () => {
    const folder = join(dataDir, 'postgres')
    mkdirSync(folder)
    const standIn = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', folder], { stdio: 'ignore' })
    onTestFinished(() => void standIn.kill('SIGKILL'))
    const pid = standIn.pid ?? 0
    const write = (state: string) =>
      writeFileSync(join(folder, 'postmaster.pid'), `${pid}\n${folder}\n0\n5432\n${dataDir}\n\n0\n${state}\n`)
    write('starting')
    expect(livingPostmaster(folder)).toMatchObject({ pid, state: 'starting' })
    const said: string[] = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const ready = becomesReady(folder, pid, { progress: (text) => said.push(text) })
    await vi.advanceTimersByTimeAsync(125_000)
    expect([said.length, said.at(-1)]).toEqual([12, expect.stringContaining('still starting (120 s)')])
    expect(isAlive(pid)).toBe(true)
    write('ready   ')
    await vi.advanceTimersByTimeAsync(100)
    expect(await ready).toBe(true)
  })

  it('does not outlive a start that is ended [design/data-100]', async () => {
    const stopped = new AbortController()
    let pid = 0
    const found = (launched: number): void => {
      pid = launched
      stopped.abort(new Error('stopped'))
    }
    await expect(startEmbeddedPostgres({ dataDir, found, signal: stopped.signal })).rejects.toThrow('stopped')
    expect([pid > 0, isAlive(pid)]).toEqual([true, false])
  })

  it('is restarted on the same socket when it ends; after three restarts it is given up', async () => {
    const database = await start()
    await query('create table kept (n integer)')
    const gone = new Promise<unknown>((done) => {
      const next = () => process.kill(database.pid, 'SIGKILL')
      database.watchOver({ restarted: () => void query('insert into kept values (1)').then(next), gone: done })
      next()
    })
    expect(await gone).toMatchObject({ message: 'the database has ended 4 times' })
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await query('select count(*)::int n from kept')).toEqual([{ n: 3 }])
  }, 120_000)

  it('starts although another process has its old process id', async () => {
    await start()
    await started?.stop()
    // A process of the database's user that is not an ancestor: PostgreSQL recognises ancestors.
    const foreign = spawn('sleep', ['100'], { ...findRunUser(dataDir).spawn, stdio: 'ignore' })
    onTestFinished(() => void foreign.kill())
    const words = `${foreign.pid}\n${join(dataDir, 'postgres')}\n0\n5432\n\n`
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), words)
    writeFileSync(join(socketFolder(dataDir), '.s.PGSQL.5432.lock'), words)
    expect(livingPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
    await start()
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts after an interrupted creation', async () => {
    mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
    await start()
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
  })

  it('puts its socket into a short folder when the data path is long, with spaces and special characters', async () => {
    const long = join(dataDir, 'a folder with spaces \u00e9 '.repeat(4).trim(), 'more')
    mkdirSync(long, { recursive: true, mode: 0o711 })
    expect(socketFolder(long)).not.toContain('spaces')
    await start(long)
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
    rmSync(socketFolder(long), { recursive: true, force: true })
  })
})

describe('the lock of a data folder', () => {
  const file = () => join(dataDir, 'server.lock')

  it('is readable by its owner only', async () => {
    const unlock = await lockDataFolder(dataDir)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    unlock()
  })

  it('is released when its process has ended or its id was recycled', async () => {
    const unlockFirst = await lockDataFolder(dataDir)
    unlockFirst()
    writeFileSync(file(), JSON.stringify({ pid: process.pid, started: 'long ago' }))
    const unlockSecond = await lockDataFolder(dataDir)
    unlockSecond()
    writeFileSync(file(), 'broken')
    const unlock = await lockDataFolder(dataDir)
    await expect(lockDataFolder(dataDir)).rejects.toThrow('already runs')
    unlock()
  })

  it('of another machine or container holds as long as it is touched [design/data-102]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    writeFileSync(file(), JSON.stringify({ pid: process.pid, started: startedAt(process.pid), machine: 'elsewhere' }))
    const waiting = vi.fn<() => void>()
    const refused = expect(lockDataFolder(dataDir, waiting)).rejects.toThrow('of another machine or container')
    await vi.advanceTimersByTimeAsync(2000)
    utimesSync(file(), 1, 1)
    await vi.advanceTimersByTimeAsync(1000)
    await refused
    expect(waiting).toHaveBeenCalledOnce()

    const locked = lockDataFolder(dataDir)
    await vi.advanceTimersByTimeAsync(16_000)
    const unlock = await locked
    utimesSync(file(), 1, 1)
    await vi.advanceTimersByTimeAsync(3000)
    expect(statSync(file()).mtimeMs).toBeGreaterThan(1000)
    unlock()
    expect(existsSync(file())).toBe(false)
  })

  it('does not hide a database of another container [design/data-102]', async () => {
    await start()
    await started?.stop()
    const foreign = createServer().listen(join(socketFolder(dataDir), '.s.PGSQL.5432'))
    onTestFinished(() => void foreign.close())
    await expect(start()).rejects.toThrow('runs in another container')
  })
})

describe('a folder that its user cannot enter', () => {
  it('is recognised by its mode', () => {
    const home = join(dataDir, 'home')
    mkdirSync(home, { mode: 0o700 })
    const other = { uid: 65_534, gid: 65_534, name: 'nobody', spawn: {} }
    expect(canReach(join(home, 'data'), other)).toBe(false)
    expect(canReach(join(dataDir, 'data'), other)).toBe(true)
  })
})
