import { canReach, makeWritable } from './folders.ts'
import { databaseOwner, findRunUser, nameOf } from './run-user.ts'
import { StartError } from '../platform/runtime/start-error.ts'

/**
 * The requested data folder, or `/var/lib/remis` where its user cannot enter it (root starts in a home of mode 0700).
 * Refuses instead where the database in the requested folder would be left behind, or an empty one would be made for
 * a user who is not root. Creates the folder, and writes nothing else [design/access-113], [design/access-114].
 */
export const findDataFolder = (requested: string, fallback = '/var/lib/remis'): string => {
  const user = findRunUser(requested)
  const owner = databaseOwner(requested)
  const reaches = canReach(requested, user)
  if (owner !== undefined && (owner !== user.uid || !reaches))
    throw new StartError(
      `The data in ${requested} belongs to the user ${nameOf(owner)}. Run Remis and its commands as this user.`,
    )
  const isRoot = process.getuid?.() === 0
  if (reaches || (!isRoot && databaseOwner(fallback) !== user.uid)) {
    makeWritable(requested)
    return requested
  }
  makeWritable(fallback)
  const there = findRunUser(fallback)
  if (!canReach(fallback, there))
    throw new StartError(`The user ${there.name} cannot enter ${fallback}. Set DATA_DIR to another folder.`)
  return fallback
}

/** What to print where the data folder is not the requested one. */
export const sayDataFolder = (requested: string, dataDir: string, print: (line: string) => void): void => {
  if (dataDir !== requested) print(`The data folder is ${dataDir}: the database cannot reach ${requested}`)
}
