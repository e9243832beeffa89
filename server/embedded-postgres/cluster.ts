import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { privateFolder } from './folders.ts'
import type { RunUser } from './run-user.ts'
import { StartError } from '../platform/runtime/start-error.ts'

/** PostgreSQL's major version; its data folder does not open under another one. */
const MAJOR = '18'

const INITDB = [
  ...'-U app --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'.split(' '),
  ...'--auth-local=scram-sha-256 --auth-host=scram-sha-256 --no-instructions'.split(' '),
]

/** An environment without our locale and PG* settings. */
export const databaseEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' })

const passwordOf = (dataDir: string): string => {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** The error and hint in initdb's output; its last line only reports the cleanup. */
export const reasonOf = (output: string): string => {
  const why = /(?:FATAL|PANIC|error): +(.+)/.exec(output)?.[1]
  const hint = /(?:HINT|hint): +(.+)/.exec(output)?.[1]
  return why === undefined ? (output.trim().split('\n').at(-1) ?? '') : [why, hint].filter(Boolean).join('. ')
}

/**
 * Creates the cluster if there is none, in a temporary folder that is renamed: a killed start leaves no partial
 * cluster. Encoding and collation are explicit because LANG may be unset; the builtin provider sorts the same on every
 * machine.
 */
export const ensureCluster = (
  binaries: Binaries,
  dataDir: string,
  user: RunUser,
): { folder: string; password: string; made: boolean } => {
  const folder = join(dataDir, 'postgres')
  const password = passwordOf(dataDir)
  if (existsSync(folder)) {
    const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
    if (version !== MAJOR)
      throw new StartError(
        `${folder} holds a database of PostgreSQL ${version}, this Remis brings ${MAJOR}. See "Upgrading" in docs/RUNNING.md.`,
      )
    return { folder, password, made: false }
  }
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  privateFolder(making, user)
  const passwordFile = join(dataDir, `postgres-password.${process.pid}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    chownSync(passwordFile, user.uid, user.gid)
    const ran = spawnSync(binaries.initdb, ['-D', making, ...INITDB, `--pwfile=${passwordFile}`], {
      ...user.spawn,
      encoding: 'utf8',
      env: databaseEnv(),
      cwd: '/',
    })
    if (ran.status !== 0)
      throw new StartError(
        `The database could not be made in ${dataDir}: ${reasonOf(ran.stderr || (ran.error?.message ?? ''))}`,
      )
    renameSync(making, folder)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  return { folder, password, made: true }
}
