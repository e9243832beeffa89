import { createHash } from 'node:crypto'
import { accessSync, chownSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { databaseOwner, type RunUser } from './run-user.ts'
import { StartError } from '../platform/runtime/start-error.ts'

/** The kernel's limit, file name included, is 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_BYTES = 103

const canEnterOurselves = (folder: string): boolean => {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** May this user enter the folder? For another user by its mode bits, since we cannot try. */
const canEnter = (folder: string, user: RunUser): boolean => {
  if (user.uid === process.getuid?.()) return canEnterOurselves(folder)
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}

const parents = (folder: string): string[] => {
  const up = dirname(folder)
  return up === folder ? [folder] : [folder, ...parents(up)]
}

export const canReach = (folder: string, user: RunUser): boolean => {
  const existing = parents(resolve(folder)).filter((path) => existsSync(path))
  return existing.every((path) => canEnter(path, user))
}

/** Creates the folder where it does not exist; a StartError where this process cannot write it. */
export const makeWritable = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    // Started by root, the server runs as another user.
    const user = process.getuid?.()
    const isDenied = (error as NodeJS.ErrnoException).code === 'EACCES'
    const remedy =
      isDenied && databaseOwner(dataDir) === user
        ? `Its database belongs to this user: give back the folder with chown -R ${user} ${dataDir}`
        : 'Set DATA_DIR to one that can.'
    throw new StartError(
      `The data folder ${dataDir} cannot be written by the user with the id ${user}. ${remedy}`,
      error,
    )
  }
}

/** Creates a folder that only the database's user may enter. */
export const privateFolder = (folder: string, user: RunUser): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const self = process.getuid?.() ?? user.uid
  if (!found.isDirectory() || (found.uid !== self && found.uid !== user.uid))
    throw new StartError(`${folder} belongs to another user. Remove it, or set DATA_DIR to another folder.`)
  if (found.uid !== user.uid) chownSync(folder, user.uid, user.gid)
  return folder
}

/** The socket's folder: in the data folder, or a short one named by its hash when the path would be too long. */
export const socketFolder = (dataDir: string): string => {
  const own = join(dataDir, 'run')
  if (Buffer.byteLength(join(own, '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES) return own
  const base = process.getuid?.() === 0 && existsSync('/run') ? '/run' : tmpdir()
  return join(base, `remis-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
}
