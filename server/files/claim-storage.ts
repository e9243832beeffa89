import { findInstallationId } from '../platform/database/installation-mark.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { someFileNames } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

type Deps = Pick<FilesDeps, 'db' | 'storage'>

/** Names to look up; one hit proves that the storage is ours, since names are random. */
const lookedFor = 100

/**
 * Makes sure that the storage belongs to this database: its mark holds the id of the installation. A storage without a
 * mark gets it when it is empty or holds a picture of this database [design/files-11]. Throws a StartError for any
 * other.
 */
export const claimStorage = async ({ db, storage }: Deps): Promise<void> => {
  const own = await findInstallationId(db.jobs)
  const found = await storage.readMark()
  if (found === own) return
  if (found === undefined && ((await storage.isEmpty()) || (await holdsOwn({ db, storage })))) {
    await storage.writeMark(own)
    if ((await storage.readMark()) === own) return
  }
  throw new StartError(
    found === undefined
      ? `The storage of pictures (${storage.place}) contains pictures of another installation. Empty it, or name another bucket or DATA_DIR.`
      : `The storage of pictures (${storage.place}) belongs to another database. Name another bucket or DATA_DIR. If this database was moved or restored and no other installation uses the storage, delete "installation" in it.`,
  )
}

const holdsOwn = async ({ db, storage }: Deps): Promise<boolean> => {
  for (const name of await someFileNames(db.jobs, lookedFor)) if (await storage.has(name)) return true
  return false
}

/** Whether sweeps may delete: not from a storage that does not answer or is another installation's. */
export const mayDelete = async ({ log, ...app }: Pick<FilesDeps, 'db' | 'storage' | 'log'>): Promise<boolean> => {
  try {
    await claimStorage(app)
    return true
  } catch (error) {
    log.warn({ err: error }, 'picture clean-up skipped: storage may belong to another installation')
    return false
  }
}

/**
 * At the start: refuses a storage of another installation. The sweeps look again at one that does not answer.
 */
export const claimAtStart = async (app: Pick<FilesDeps, 'db' | 'storage' | 'log'>): Promise<void> => {
  try {
    await claimStorage(app)
  } catch (error) {
    if (error instanceof StartError) throw error
    app.log.warn({ err: error }, 'the storage of pictures could not be checked; nothing in it is deleted until it can')
  }
}
