import { addAudit } from '../../platform/database/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { accountsWith } from '../account-lookups.ts'
import { endAccess } from '../end-access.ts'
import { sendNotices } from '../../notices/send-notices.ts'
import { lockAccount } from '../account-store.ts'
import { removeFactors } from '../identity-store.ts'
import { deleteRecoveryCodes } from './recovery-codes-store.ts'

/**
 * Removes the second steps of a person who lost them, and ends the sessions [design/accounts-68]. `unknown`: no account
 * has this email; `none`: the account had no second step.
 */
export const resetTwoFactor = async (db: Database, email: string, by: string): Promise<'done' | 'none' | 'unknown'> => {
  const [id] = await accountsWith(db.request, { email: email.trim() })
  if (id === undefined) return 'unknown'
  return db.transact(async (tx) => {
    await lockAccount(tx, id)
    if (!(await removeFactors(tx, id, 'all'))) return 'none'
    await deleteRecoveryCodes(tx, id)
    await endAccess(tx, id)
    await addAudit(tx, { actor: 'system', action: 'two-factor.reset', subject: `user:${id}`, data: { by } })
    const notice = { message: 'notice_second_step_removed', params: {}, screen: 'security', bookingId: null } as const
    await sendNotices(tx, [{ user: id, ...notice }])
    return 'done'
  })
}
