import { execFileSync } from 'node:child_process'
import { StartError } from '../platform/runtime/start-error.ts'

/** The user that runs PostgreSQL, which refuses root: this user, or a system user when this is root. */
export interface RunUser {
  readonly uid: number
  readonly gid: number
  readonly name: string
  /** Options for spawn; empty for this user. */
  readonly spawn: { uid?: number; gid?: number }
}

const idOf = (name: string): { uid: number; gid: number } | undefined => {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    const [uid, gid] = [id('-u'), id('-g')]
    return Number.isInteger(uid) && uid > 0 ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

const createUser = (name: string): void => {
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name], { stdio: 'pipe' })
  } catch {
    // no useradd here: try the next candidate
  }
}

export const findRunUser = (): RunUser => {
  const self = process.getuid?.() ?? -1
  if (self < 0) throw new StartError('The embedded database runs on Linux and macOS. Set DATABASE_URL instead.')
  if (self !== 0) return { uid: self, gid: process.getgid?.() ?? self, name: 'this user', spawn: {} }
  for (const name of ['postgres', 'remis', 'nobody']) {
    if (name === 'remis' && !idOf(name)) createUser(name)
    const found = idOf(name)
    if (found) return { ...found, name, spawn: found }
  }
  throw new StartError(
    'The embedded database needs a user that is not root. Create one named remis, or set DATABASE_URL.',
  )
}
