import { addAudit } from '../../platform/database/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockSettings, writeSettings } from './settings-cache.ts'

/**
 * Switches critical edits (`AllowCriticalEditsAdmin`) in the database: once off, no call can switch them on again
 * [design/access-13]. False when nothing changed. A running server sees it within seconds.
 */
export const switchCriticalEdits = (db: Database, on: boolean, by: string): Promise<boolean> =>
  db.transact(async (tx) => {
    const before = await lockSettings(tx)
    if (before.settings.AllowCriticalEditsAdmin === on) return false
    const { version } = await writeSettings(tx, before, { AllowCriticalEditsAdmin: on }, null)
    await addAudit(tx, {
      actor: 'system',
      action: 'settings.critical-edits',
      subject: 'settings',
      data: { version, on, by },
    })
    return true
  })
