import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../platform/database/database.ts'
import { renewInstallationId } from '../platform/database/installation-mark.ts'
import { forgetEpoch } from '../platform/live/event-stream.ts'

/** A backup has this file until its first start. */
export const restoredName = 'restored'

/**
 * At the first start of a backup: a base backup has the id of the cluster and every stored value, so only a new id
 * makes the copy another installation than its original, which may still run [design/data-95]. Pages that were open
 * before the restore read everything again.
 */
export const renewIfRestored = async (db: Database, dataDir: string): Promise<void> => {
  const file = join(dataDir, restoredName)
  if (!existsSync(file)) return
  await db.transact(async (tx) => {
    await renewInstallationId(tx)
    await forgetEpoch(tx)
  })
  rmSync(file)
}
