import { canReach, makeWritable } from './folders.ts'
import { databaseOwner, findRunUser, nameOf } from './run-user.ts'
import type { Config } from '../platform/runtime/config.ts'
import { StartError } from '../platform/runtime/start-error.ts'

type Asked = Pick<Config, 'dataDir' | 'isDataDirGiven'>

const FALLBACK = '/var/lib/remis'

/**
 * Returns the requested data folder. Falls back to `/var/lib/remis` if the run user cannot enter it, for example when
 * root starts Remis in a home of mode 0700. There is no fallback if the requested folder holds a database, and users
 * other than root only get a fallback that holds theirs. Creates the folder if it is missing [design/access-113],
 * [design/access-114].
 *
 * @throws StartError if neither folder can be used
 */
export const findDataFolder = (requested: string, fallback = FALLBACK): string => {
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

/**
 * Returns the data folder of the configuration. Without DATA_DIR, refuses to begin a new installation if the fallback
 * has one that this user can use: the default folder has become reachable since then [design/access-120].
 *
 * @throws StartError
 */
export const dataFolderOf = ({ dataDir, isDataDirGiven }: Asked, fallback = FALLBACK): string => {
  const found = findDataFolder(dataDir, fallback)
  const [here, there] = [databaseOwner(found), databaseOwner(fallback)]
  const isOurs = there !== undefined && [0, there].includes(process.getuid?.() ?? -1)
  if (!isDataDirGiven && here === undefined && isOurs)
    throw new StartError(
      `There is no database in ${found}, but one in ${fallback}, where an earlier start put it. Set DATA_DIR=${fallback} to go on with it, or DATA_DIR=${found} for a new installation.`,
    )
  return found
}

/** Prints the data folder if it is not the requested one. */
export const sayDataFolder = (requested: string, dataDir: string, print: (line: string) => void): void => {
  if (dataDir !== requested) print(`The data folder is ${dataDir}: the database cannot reach ${requested}`)
}
