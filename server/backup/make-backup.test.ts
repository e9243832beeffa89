import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { waitUntil } from '../embedded-postgres/processes.ts'
import { builtServer } from '../testing/built-server.ts'
import { shortFolder } from '../testing/global-setup/cluster.ts'
import { makeBackup } from './make-backup.ts'

const dataDir = shortFolder()
const backups = shortFolder()
afterAll(() => {
  for (const folder of [dataDir, backups]) rmSync(folder, { recursive: true, force: true })
})

const start = async (folder: string, settings: readonly string[] = []) => {
  const database = await startEmbeddedPostgres({ dataDir: folder, settings })
  const client = new pg.Client(database.connection)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.stop()
  })
  return { connection: database.connection, client }
}

const count = async (client: pg.Client, index: 'on' | 'off'): Promise<number> => {
  await client.query(`set enable_seqscan = ${index === 'on' ? 'off' : 'on'}; set enable_indexscan = ${index};
    set enable_indexonlyscan = ${index}; set enable_bitmapscan = ${index}`)
  const { rows } = await client.query<{ rows: number }>('select count(*)::int rows from written where id > 0')
  return rows[0]?.rows ?? 0
}

it('a backup during writes holds all rows committed before it, and can be opened as a data folder [design/data-91]', async () => {
  const { connection, client } = await start(dataDir)
  await client.query('create table written (id int primary key, filler text)')
  const insert = `insert into written select n, repeat(md5(n::text), 20) from generate_series($1::int, $2::int) n`
  await client.query(insert, [1, 20_000])
  mkdirSync(join(dataDir, 'files'))
  writeFileSync(join(dataDir, 'files', 'picture'), 'a picture')
  writeFileSync(join(dataDir, 'files', 'installation'), 'the original')
  writeFileSync(join(dataDir, 'server.log'), 'a line')
  mkdirSync(join(dataDir, 'postgres-binaries-18'))

  const target = join(backups, 'copy')
  let written = 20_000
  let done = false
  const write = async () => {
    const writer = new pg.Client(connection)
    await writer.connect()
    for (; !done; written += 1000) {
      await writer.query(insert, [written + 1, written + 1000])
      // frees WAL that the backup needs, unless the slot keeps it
      await writer.query('checkpoint')
      await writer.query('select pg_switch_wal()')
    }
    await writer.end()
  }
  const making = makeBackup({ connection, dataDir, target }).finally(() => (done = true))
  await Promise.all([making, write()])
  expect(written).toBeGreaterThan(20_000)
  const slots = await client.query('select from pg_replication_slots')
  expect(slots.rowCount).toBe(0)
  expect(existsSync(`${target}.partial`)).toBe(false)
  expect(readdirSync(target).toSorted()).toEqual(['files', 'postgres', 'postgres-password', 'restored'])
  expect(readdirSync(join(target, 'files'))).toEqual(['picture'])

  const restored = await start(target)
  const kept = await count(restored.client, 'on')
  expect(kept).toBeGreaterThanOrEqual(20_000)
  expect(await count(restored.client, 'off')).toBe(kept)
  const { rows } = await restored.client.query(
    'select max(id) as last, bool_and(filler = repeat(md5(id::text), 20)) as whole from written',
  )
  expect(rows).toEqual([{ last: kept, whole: true }])
})

it('a failed backup leaves no files', async () => {
  const { connection } = await start(dataDir)
  const target = join(backups, 'failed')
  const elsewhere = { ...connection, database: 'missing' }
  await expect(makeBackup({ connection: elsewhere, dataDir, target })).rejects.toThrow('missing')
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false)
})

it('a backup of a database that ends leaves no files and says so [design/data-103]', async () => {
  const { connection, client } = await start(dataDir)
  const target = join(backups, 'lost')
  const making = makeBackup({ connection, dataDir, target })
  const ended = expect(making).rejects.toThrow('The database stopped during the backup')
  await waitUntil(() => existsSync(join(`${target}.partial`, 'postgres')), 10_000, 1)
  // what its connection sees at the end of the database
  await client.query(`select pg_terminate_backend(active_pid) from pg_replication_slots`)
  await ended
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false)
})

it('fails if it would retain too much WAL, so that the data disk does not fill up [design/data-118]', async () => {
  const { connection, client } = await start(dataDir, ['max_slot_wal_keep_size=16MB'])
  const target = join(backups, 'slow')
  const making = makeBackup({ connection, dataDir, target })
  const refused = expect(making).rejects.toThrow('or wrote more than 4GB meanwhile')
  const holds = async () => (await client.query('select from pg_replication_slots')).rowCount !== 0
  while (!(await holds())) continue
  while (await holds()) {
    await client.query(`select pg_switch_wal(), pg_logical_emit_message(false, 'test', 'filler')`)
    await client.query('checkpoint')
  }
  await refused
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false)
})

it('is refused in one line while another backup runs', async () => {
  const { connection, client } = await start(dataDir)
  await client.query(`select pg_create_physical_replication_slot('remis_backup', true, true)`)
  const target = join(backups, 'second')
  await expect(makeBackup({ connection, dataDir, target })).rejects.toThrow(
    /^Another backup of this database is running\./,
  )
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false)
})

it('leaves the unfinished copy of another backup of the same second alone [design/data-103]', async () => {
  const { connection } = await start(dataDir)
  const target = join(backups, 'taken')
  mkdirSync(`${target}.partial`)
  await expect(makeBackup({ connection, dataDir, target })).rejects.toThrow('EEXIST')
  expect(existsSync(`${target}.partial`)).toBe(true)
})

it('the command takes a database of any version as it is [design/data-96]', async () => {
  const { client } = await start(dataDir)
  const program = await builtServer('backup-cli')
  const folder = shortFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  const ran = spawnSync(process.execPath, [program, folder], { env, encoding: 'utf8' })
  expect(`${ran.stdout}${ran.stderr}`).toMatch(/^Backed up /)
  const { rows } = await client.query(`select to_regclass('migrations') as migrations`)
  expect(rows).toEqual([{ migrations: null }])
}, 120_000)

it('copies what links point to, and refuses what it cannot copy [design/data-99]', async () => {
  const { connection } = await start(dataDir)
  const elsewhere = shortFolder()
  const linked = join(elsewhere, 'data')
  onTestFinished(() => {
    rmSync(join(dataDir, 'files'), { recursive: true, force: true })
    rmSync(elsewhere, { recursive: true, force: true })
  })
  rmSync(join(dataDir, 'files'), { recursive: true, force: true })
  mkdirSync(join(elsewhere, 'pictures'))
  writeFileSync(join(elsewhere, 'pictures', 'picture'), 'a picture')
  symlinkSync(join(elsewhere, 'pictures'), join(dataDir, 'files'))
  symlinkSync(dataDir, linked)
  for (const [folder, name] of [
    [dataDir, 'through-files'],
    [linked, 'through-data'],
  ] as const) {
    const target = join(backups, name)
    await makeBackup({ connection, dataDir: folder, target })
    expect(lstatSync(join(target, 'files')).isDirectory()).toBe(true)
    expect(readFileSync(join(target, 'files', 'picture'), 'utf8')).toBe('a picture')
    expect(readdirSync(join(target, 'postgres'))).toContain('PG_VERSION')
  }
  for (const target of [join(elsewhere, 'pictures', 'copy'), join(linked, 'copy'), join(dataDir, 'copy')])
    await expect(makeBackup({ connection, dataDir, target })).rejects.toThrow('is inside the data folder')

  rmSync(join(elsewhere, 'pictures'), { recursive: true })
  const target = join(backups, 'dangling')
  await expect(makeBackup({ connection, dataDir, target })).rejects.toThrow(
    `${join(dataDir, 'files')} is a link to something that does not exist`,
  )
  rmSync(join(dataDir, 'files'))
  mkdirSync(join(dataDir, 'files'))
  execFileSync('mkfifo', [join(dataDir, 'files', 'pipe')])
  await expect(makeBackup({ connection, dataDir, target })).rejects.toThrow('is neither a file nor a folder')
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false)
})

it('is refused in one line where the disk has too little room [design/data-98]', async () => {
  const { connection } = await start(dataDir)
  const huge = join(dataDir, 'files', 'huge')
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(huge, '')
  truncateSync(huge, 2 ** 43)
  onTestFinished(() => rmSync(huge))
  const target = join(backups, 'huge')
  await expect(makeBackup({ connection, dataDir, target })).rejects.toThrow(
    /^The backup needs about 8\d{3}\.\d GB on disk and .* are free in .*\. Free some, or keep fewer backups\.$/,
  )
  expect(existsSync(target) || existsSync(`${target}.partial`)).toBe(false)
})
