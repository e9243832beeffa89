import { lchown, opendir, realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { keptForBackup } from '../embedded-postgres/embedded-postgres.ts'
import { keepAlive, thisProcess } from '../embedded-postgres/lock-holder.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { markName } from '../providers/storage/storage-provider.ts'
import { copyFileOf, copyFolder, entriesOf } from './copy-folder.ts'
import { partialLock } from './keep-backups.ts'
import { restoredName } from './restored-copy.ts'

interface BackupOptions {
  /** as the role that owns the cluster */
  readonly connection: pg.PoolConfig
  readonly dataDir: string
  /** must not exist; is complete once it does */
  readonly target: string
}

/** Folders of the cluster whose content a start creates again. `pg_wal` is copied at the end. */
const emptied = 'pg_dynshmem pg_notify pg_replslot pg_serial pg_snapshots pg_stat_tmp pg_subtrans pg_wal'.split(' ')
const leftOut = /(?:^|\/)(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|current_logfiles)$/
const notOfCluster = (path: string): boolean => leftOut.test(path) || emptied.includes(dirname(path))
/** Entries of the data folder that a start creates again: logs, socket, lock, unfinished work, binaries. */
const created = /^(?:postgres-binaries[^/]*|run|[^/]*\.log(?:\.[^/]*)?|server\.lock[^/]*|[^/]*\.new|lost\+found)$/
const notOfData = (path: string): boolean => created.test(path)

/** With the owner of `like`. */
const writeOne = async (file: string, text: string, like: string): Promise<void> => {
  await writeFile(file, text, { mode: 0o600 })
  const { uid, gid } = await stat(like)
  if (process.getuid?.() === 0) await lchown(file, uid, gid)
}

/**
 * SQLSTATE of a statement when the server shuts down, or ends the session because of `max_slot_wal_keep_size`
 * [design/data-118].
 */
const ended = new Set(['57P01', '57P02', '57P03'])

/** The slot of another backup exists. */
const TAKEN = '42710'

/**
 * PostgreSQL's base backup without its tools. Files may change between start and stop; recovery repairs the copy with
 * the WAL of that time, which the slot keeps. One session does it all: the backup ends with its session
 * [design/data-103].
 */
const copyCluster = async (connection: pg.PoolConfig, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ ...connection, statement_timeout: 0 })
  const lost = new AbortController()
  client.on('error', (cause) => lost.abort(cause))
  await client.connect()
  try {
    await client.query(`select pg_create_physical_replication_slot('remis_backup', true, true)`)
    const { rows: begun } = await client.query<{ first: string }>(
      `select pg_walfile_name(pg_backup_start('remis', true)) first`,
    )
    await copyFolder(from, to, notOfCluster, lost.signal)
    const { rows: stopped } = await client.query<{ last: string; labelfile: string }>(
      'select pg_walfile_name(lsn) last, labelfile from pg_backup_stop(false)',
    )
    const [first, last] = [begun[0]?.first ?? '', stopped[0]?.last ?? '']
    for await (const { name } of await opendir(join(from, 'pg_wal')))
      if (name >= first && name <= last) await copyFileOf(join(from, 'pg_wal', name), join(to, 'pg_wal', name))
    // Fails if WAL of the slot was removed: PostgreSQL ends this session before it removes any.
    await client.query('select')
    await writeOne(join(to, 'backup_label'), stopped[0]?.labelfile ?? '', from)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === TAKEN)
      throw new StartError('Another backup of this database is running. Wait for its end, or stop it.', error)
    if (!lost.signal.aborted && !ended.has(code)) throw error
    throw new StartError(
      `The database stopped during the backup, or wrote more than ${keptForBackup} meanwhile. Run the backup again when the database runs and is less busy, or write it to a faster disk.`,
      error,
    )
  } finally {
    await client.end()
  }
}

/** A backup inside what it copies would copy itself until the disk is full. */
const checkOutside = async (dataDir: string, target: string): Promise<void> => {
  const folder = `${await realpath(dirname(target))}/`
  const names = ['.']
  for await (const { name } of await opendir(dataDir)) names.push(name)
  for (const name of names.filter((one) => !notOfData(one))) {
    const copied = await realpath(join(dataDir, name)).catch(() => undefined)
    if (copied !== undefined && folder.startsWith(`${copied}/`))
      throw new StartError('The folder of the backup is inside the data folder. Choose another one.')
  }
}

const MB = 2 ** 20
const inWords = (bytes: number): string =>
  bytes < 1000 * MB ? `${Math.ceil(bytes / MB)} MB` : `${(bytes / 1024 / MB).toFixed(1)} GB`

/** Few of its files are copied. */
const inWal = /^postgres\/pg_wal\//

/** Room for what is written during the copy. */
const MORE = 1.05

const checkRoom = async (dataDir: string, target: string): Promise<void> => {
  const folder = dirname(target)
  let needed = 0
  for await (const { found } of entriesOf(dataDir, (path) => notOfData(path) || inWal.test(path)))
    if (found.isFile()) needed += found.size * MORE
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < needed)
    throw new StartError(
      `The backup needs about ${inWords(needed)} on disk and ${inWords(free)} are free in ${folder}. Free some, or keep fewer backups.`,
    )
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Copies the data folder of an embedded database while the server runs [design/data-91]. The copy is a data folder. The
 * database comes first: a picture that is newer than its row is swept later, a row without its picture is an error. The
 * mark of the pictures stays out, since the copy is another installation [design/data-95].
 *
 * @throws StartError where the target is in the data folder, or the disk has too little room
 */
export const makeBackup = async ({ connection, dataDir, target }: BackupOptions): Promise<void> => {
  await checkOutside(dataDir, target)
  await checkRoom(dataDir, target)
  const making = `${target}.partial`
  const lock = join(making, partialLock)
  let unlock: (() => void) | undefined
  // Outside of what cleans up: a folder that exists is another backup's.
  await copyFolder(dataDir, making, (path) => path !== '.')
  try {
    await writeOne(lock, JSON.stringify(thisProcess()), dataDir)
    unlock = keepAlive(lock, thisProcess())
    await copyCluster(connection, join(dataDir, 'postgres'), join(making, 'postgres'))
    for await (const { name } of await opendir(dataDir))
      if (name !== 'postgres' && !notOfData(name))
        await copyFolder(join(dataDir, name), join(making, name), (path) => name === 'files' && path === markName)
    await writeOne(join(making, restoredName), '', dataDir)
    await rename(making, target)
    // Not before: a folder that ends in .partial without a lock is deleted by the next backup.
    unlock()
    await rm(join(target, partialLock), { force: true })
  } catch (error) {
    unlock?.()
    await rm(making, { recursive: true, force: true })
    const isFull = FULL.has((error as NodeJS.ErrnoException).code ?? '')
    throw isFull
      ? new StartError(`There is no space left in ${dirname(target)}. Free some, then try again.`, error)
      : error
  }
}
