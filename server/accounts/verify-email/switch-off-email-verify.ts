import { addAudit } from '../../platform/database/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockSettings, writeSettings } from '../../backoffice/settings/settings-cache.ts'

/**
 * Switches `email_verify` off in the database; a running server sees it within seconds. False when it is off already.
 */
export const switchOffEmailVerify = (db: Database, by: string): Promise<boolean> =>
  db.transact(async (tx) => {
    const before = await lockSettings(tx)
    if (!before.settings.email_verify) return false
    const { version } = await writeSettings(tx, before, { email_verify: false }, null)
    await addAudit(tx, { actor: 'system', action: 'settings.email-verify', subject: 'settings', data: { version, by } })
    return true
  })
