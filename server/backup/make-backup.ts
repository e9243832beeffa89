import { copyFile, lchown, lstat, mkdir, opendir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { markName } from '../providers/storage/storage-provider.ts'
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
const leftOut = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|current_logfiles)$/
/** Entries of the data folder that a start creates again: logs, socket, lock, unfinished work, binaries. */
const notOfData = /^(?:postgres|postgres-binaries.*|run|.*\.log(?:\..*)?|server\.lock.*|.*\.new)$/

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** With the mode, and as root with the owner too. */
const copyOne = async (from: string, to: string): Promise<void> => {
  const found = await lstat(from)
  if (found.isDirectory()) await mkdir(to, { mode: found.mode })
  else if (found.isFile()) await copyFile(from, to)
  else return
  if (process.getuid?.() === 0) await lchown(to, found.uid, found.gid)
}

/** With the owner of `like`. */
const writeOne = async (file: string, text: string, like: string): Promise<void> => {
  await writeFile(file, text, { mode: 0o600 })
  const { uid, gid } = await lstat(like)
  if (process.getuid?.() === 0) await lchown(file, uid, gid)
}

/** Copies a folder that is in use; skips files that are deleted during the copy. */
const copyFolder = async (from: string, to: string, skips: (name: string, folder: string) => boolean) => {
  await copyOne(from, to)
  for await (const entry of await opendir(from)) {
    if (skips(entry.name, from)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    try {
      if (entry.isDirectory()) await copyFolder(source, copy, skips)
      else await copyOne(source, copy)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

/**
 * PostgreSQL's base backup without its tools. Files may change between start and stop; recovery repairs the copy with
 * the WAL of that time, which the slot keeps. One session does it all: the backup ends with its session.
 */
const copyCluster = async (connection: pg.PoolConfig, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ ...connection, statement_timeout: 0 })
  await client.connect()
  try {
    await client.query(`select pg_create_physical_replication_slot('remis_backup', true, true)`)
    const { rows: begun } = await client.query<{ first: string }>(
      `select pg_walfile_name(pg_backup_start('remis', true)) first`,
    )
    await copyFolder(
      from,
      to,
      (name, folder) => leftOut.test(name) || emptied.some((one) => folder === join(from, one)),
    )
    const { rows: ended } = await client.query<{ last: string; labelfile: string }>(
      'select pg_walfile_name(lsn) last, labelfile from pg_backup_stop(false)',
    )
    const [first, last] = [begun[0]?.first ?? '', ended[0]?.last ?? '']
    for await (const { name } of await opendir(join(from, 'pg_wal')))
      if (name >= first && name <= last) await copyOne(join(from, 'pg_wal', name), join(to, 'pg_wal', name))
    await writeOne(join(to, 'backup_label'), ended[0]?.labelfile ?? '', from)
  } finally {
    await client.end()
  }
}

/**
 * Copies the data folder of an embedded database while the server runs [design/data-91]. The copy is a data folder. The
 * database comes first: a picture that is newer than its row is swept later, a row without its picture is an error. The
 * mark of the pictures stays out, since the copy is another installation [design/data-95].
 */
export const makeBackup = async ({ connection, dataDir, target }: BackupOptions): Promise<void> => {
  const making = `${target}.partial`
  try {
    await copyOne(dataDir, making)
    await copyCluster(connection, join(dataDir, 'postgres'), join(making, 'postgres'))
    for await (const entry of await opendir(dataDir)) {
      if (notOfData.test(entry.name)) continue
      const [source, copy] = [join(dataDir, entry.name), join(making, entry.name)]
      const isMark = (name: string, folder: string) => name === markName && folder === join(dataDir, 'files')
      await (entry.isDirectory() ? copyFolder(source, copy, isMark) : copyOne(source, copy))
    }
    await writeOne(join(making, restoredName), '', dataDir)
    await rename(making, target)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  }
}
