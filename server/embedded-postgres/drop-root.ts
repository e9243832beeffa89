import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canReach, makeWritable } from './folders.ts'
import { findRunUser, type RunUser } from './run-user.ts'

/** What the server writes in the data folder; `postgres` and `run` belong to the database's user already. */
const own = ['server.log', 'server.log.old', 'server.lock', 'postgres-password', 'postgres.log', 'postgres.log.old']
const ofTrial = ['trial-password', 'fleet-accounts.json']
const folders = ['maps', 'files']

/** Never follows a link, and leaves files with a second name alone: root must not give away another user's file. */
const give = (path: string, user: Pick<RunUser, 'uid' | 'gid'>): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.isFile() && found.nlink > 1)) return
  lchownSync(path, user.uid, user.gid)
  if (found.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), user)
}

/** Gives maps that root has imported to the owner of the data folder, so that its server can delete them later. */
export const giveMaps = (dataDir: string): void => {
  if (process.getuid?.() === 0) give(join(dataDir, 'maps'), lstatSync(dataDir))
}

/** Gives the data folder and the server's files in it to the user. */
const giveDataFolder = (dataDir: string, user: RunUser): void => {
  lchownSync(dataDir, user.uid, user.gid)
  for (const name of [...own, ...ofTrial, ...folders]) give(join(dataDir, name), user)
}

export interface Start {
  /** of `dataFolderOf`, where the database is embedded */
  readonly dataDir: string
  readonly port: number
  /** The running program: its folder must be readable for the user. */
  readonly program: string
}

const ports = 1024

/**
 * Switches from root to the user that runs the database [design/access-81]. Returns the reason if the server stays
 * root; the database then still runs as that user. Creates the data folder if it is missing.
 *
 * @throws StartError if it cannot be created
 */
export const dropRoot = ({ dataDir, port, program }: Start): string | undefined => {
  // The sources (`npm run dev`) are compiled on the way, into a cache of root.
  if (process.getuid?.() !== 0 || program.endsWith('.ts')) return undefined
  if (port > 0 && port < ports) return `only root may open port ${port}`
  // With an external database the folder may not exist yet.
  makeWritable(dataDir)
  try {
    const user = findRunUser(dataDir)
    const isReadable = (statSync(program).mode & 0o004) !== 0
    if (!canReach(dirname(program), user) || !isReadable) return `the user ${user.name} cannot read ${dirname(program)}`
    if (dirname(dataDir) === dataDir) return `${dataDir} cannot be given to the user ${user.name}`
    giveDataFolder(dataDir, user)
    process.setgroups?.([user.gid])
    process.setgid?.(user.gid)
    process.setuid?.(user.uid)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
