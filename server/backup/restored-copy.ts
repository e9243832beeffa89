import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../platform/database/database.ts'
import { renewInstallationId } from '../platform/database/installation-mark.ts'

/** A backup has this file until its first start. */
export const restoredName = 'restored'

/**
 * At the first start of a backup: a base backup has the id of the cluster and every stored value, so only a new id
 * makes the copy another installation than its original, which may still run [design/data-95].
 */
export const renewIfRestored = async (db: Database, dataDir: string): Promise<void> => {
  const file = join(dataDir, restoredName)
  if (!existsSync(file)) return
  await db.transact(renewInstallationId)
  rmSync(file)
}
