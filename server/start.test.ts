import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { livingPostmaster } from './embedded-postgres/postmaster.ts'
import { isAlive, waitUntil } from './embedded-postgres/processes.ts'
import { builtServer } from './testing/built-server.ts'
import { shortFolder } from './testing/global-setup/cluster.ts'
import { databaseFor } from './testing/test-database.ts'
import { readConfig } from './platform/runtime/config.ts'
import { checkModeFirst, markInstallation } from './platform/database/installation-mark.ts'
import { checkFilesMoved } from './platform/database/open-database.ts'

const { db, connection } = await databaseFor(import.meta.url)
const program = await builtServer('start')
const folder = mkdtempSync(join(tmpdir(), 'remis-mark-'))
// the user that the server becomes when it is started by root
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { host, port, user, password, database } = connection
const url = `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`

/** Exit code and output of a start that is refused. */
const refusedStart = async (more: Readonly<Record<string, string>>): Promise<[unknown, string]> => {
  const env = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    REMIS_MODE: 'production',
    PUBLIC_URL: 'http://localhost:4000',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...more,
  }
  const child = spawn(process.execPath, ['--enable-source-maps', program], { env: { ...process.env, ...env } })
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  child.stderr.on('data', (data) => (output += String(data)))
  const code = await new Promise((done) => child.on('exit', done))
  return [code, output]
}

it('a start in the wrong mode changes nothing: it does not even migrate [design/access-72]', async () => {
  await db.transact((tx) => markInstallation(tx, 'trial', {}))
  await sql`delete from migrations where name like '064-%'`.execute(db.request)
  expect(await refusedStart({})).toEqual([1, expect.stringContaining('holds the data and accounts of a trial')])
  const { rows } = await sql`select from migrations where name like '064-%'`.execute(db.request)
  expect(rows).toEqual([])
  await sql`insert into migrations (name) values ('064-installation-id')`.execute(db.request)
}, 120_000)

it('a start with the owner of another database is refused before it migrates [design/data-114]', async () => {
  const other = url.replace(`@/${database}`, '@/postgres')
  const refused = await refusedStart({ DATABASE_OWNER_URL: other })
  expect(refused).toEqual([1, expect.stringContaining('DATABASE_OWNER_URL names another database than DATABASE_URL.')])
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(`select to_regclass('migrations') as migrations`)
  expect(rows).toEqual([{ migrations: null }])
}, 120_000)

it('a signal while the embedded database starts ends the database too [design/data-100]', async () => {
  const dataDir = shortFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [program], { env, stdio: 'ignore' })
  const ended = new Promise((done) => child.on('exit', done))
  const running = () => livingPostmaster(join(dataDir, 'postgres'))
  expect(await waitUntil(() => running() !== undefined, 60_000, 1)).toBe(true)
  const pid = running()?.pid ?? 0
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await waitUntil(() => !isAlive(pid), 10_000)).toBe(true)
}, 120_000)

it('the mode of an empty database, and its own mode, are accepted before the migrations', async () => {
  await checkModeFirst(connection, 'trial')
  await expect(checkModeFirst(connection, 'production')).rejects.toThrow('of a trial')
  await checkModeFirst({ ...connection, options: '-c search_path=pg_temp' }, 'production')
})

it('pictures of an earlier version beside the data folder stop the start until they are moved [design/files-12]', () => {
  const [asked, used] = [join(folder, 'asked'), join(folder, 'used')]
  for (const one of [asked, used]) mkdirSync(one)
  const config = readConfig({ DATA_DIR: asked })
  checkFilesMoved(config, used)
  mkdirSync(join(asked, 'files'))
  expect(() => checkFilesMoved(config, used)).toThrow(`mv ${asked}/files ${used}/files`)
  checkFilesMoved(config, asked)
  checkFilesMoved(readConfig({ DATA_DIR: asked, DATABASE_URL: url }), used)
  mkdirSync(join(used, 'files'))
  checkFilesMoved(config, used)
})
