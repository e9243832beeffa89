import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { addAudit } from '../platform/database/audit.ts'
import { liftStatementLimit, type Database, type Tx } from '../platform/database/database.ts'
import { renewInstallationId } from '../platform/database/installation-mark.ts'
import { endAllOneTimeCodes } from '../platform/sessions/one-time-codes.ts'
import { revokeAllSessions } from '../platform/sessions/sessions.ts'
import { forgetEpoch } from '../platform/live/event-stream.ts'

/** A backup has this file until its first start. */
export const restoredName = 'restored'

/** The steps for restoring a dump delete the epoch; a new installation has neither epoch nor sessions. */
const isRestoredDump = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('live_epoch').select('id').executeTakeFirst()) === undefined &&
  (await tx.selectFrom('sessions').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Runs at the first start of a restored backup or dump. A base backup has the id of the cluster and every stored value,
 * so the copy gets a new id: its original may still run [design/data-95]. Pages that were open before the restore
 * reload everything. Ends all sessions and codes, since those that were ended after the backup would be valid again
 * [design/data-117].
 */
export const renewIfRestored = async (db: Database, dataDir: string): Promise<void> => {
  const file = join(dataDir, restoredName)
  const isCopy = existsSync(file)
  await db.transact(async (tx) => {
    if (!isCopy && !(await isRestoredDump(tx))) return
    await liftStatementLimit(tx)
    if (isCopy) await renewInstallationId(tx)
    await forgetEpoch(tx)
    await revokeAllSessions(tx)
    await endAllOneTimeCodes(tx)
    await addAudit(tx, { actor: 'system', action: 'installation.restored', subject: 'settings' })
  })
  rmSync(file, { force: true })
}
