import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../platform/runtime/start-error.ts'

/** The user that runs PostgreSQL, which refuses root: this user, or another one when this is root. */
export interface RunUser {
  readonly uid: number
  readonly gid: number
  readonly name: string
  /** Options for spawn; empty for this user. */
  readonly spawn: { uid?: number; gid?: number }
}

const askId = (flags: string, user: string): string | undefined => {
  try {
    return execFileSync('id', [flags, user], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}

const idOf = (name: string): { uid: number; gid: number } | undefined => {
  const [uid, gid] = [Number(askId('-u', name)), Number(askId('-g', name))]
  return Number.isInteger(uid) && uid > 0 ? { uid, gid } : undefined
}

export const nameOf = (uid: number): string => askId('-un', String(uid)) ?? `with the id ${uid}`

const createUser = (name: string): void => {
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name], { stdio: 'pipe' })
  } catch {
    // no useradd here: try the next candidate
  }
}

const systemUser = (): RunUser => {
  for (const name of ['postgres', 'remis', 'nobody']) {
    if (name === 'remis' && !idOf(name)) createUser(name)
    const found = idOf(name)
    if (found) return { ...found, name, spawn: found }
  }
  throw new StartError(
    'The embedded database needs a user that is not root. Create one named remis, or set DATABASE_URL.',
  )
}

/** The user that the folder belongs to; undefined where this user cannot see it. */
const uidOf = (folder: string): number | undefined => {
  try {
    return statSync(folder).uid
  } catch {
    return undefined
  }
}

/** undefined: there is no database in the data folder, or this user cannot see it. */
export const databaseOwner = (dataDir: string): number | undefined => uidOf(join(dataDir, 'postgres'))

/** The user of the database, or else of the folder; undefined where that is root. */
const ownerOf = (dataDir: string): RunUser | undefined => {
  const database = databaseOwner(dataDir)
  if (database === 0)
    throw new StartError(
      `${join(dataDir, 'postgres')} belongs to root, but PostgreSQL does not run as root. Give ${dataDir} back to its user with chown -R.`,
    )
  const uid = database ?? uidOf(dataDir) ?? 0
  if (uid === 0) return undefined
  const id = { uid, gid: Number(askId('-g', String(uid)) ?? uid) }
  return { ...id, name: nameOf(uid), spawn: id }
}

/**
 * Returns this user. Root gets the owner of the data in the folder, so that ownership does not change, or a system user
 * if there is no data yet [design/access-113].
 */
export const findRunUser = (dataDir: string): RunUser => {
  const self = process.getuid?.() ?? -1
  if (self < 0) throw new StartError('The embedded database runs on Linux and macOS. Set DATABASE_URL instead.')
  if (self !== 0) return { uid: self, gid: process.getgid?.() ?? self, name: 'this user', spawn: {} }
  return ownerOf(dataDir) ?? systemUser()
}
