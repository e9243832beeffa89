import { addAudit } from '../../platform/database/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { addOneTimeCode, endOneTimeCodes } from '../../platform/sessions/one-time-codes.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'
import { lockAccount } from '../account-store.ts'
import { findForgetful } from './reset-store.ts'

/** Minutes; as long as a set-up link. The operator reads it from a terminal and passes it on. */
const validMinutes = 60

/**
 * Makes the link of a forgotten password without a mail, and ends earlier links of the account [design/accounts-151].
 * Returns undefined if no account has this email.
 */
export const makeResetLink = (
  db: Database,
  publicUrl: string,
  email: string,
  by: string,
): Promise<string | undefined> =>
  db.transact(async (tx) => {
    const account = await findForgetful(tx, email.trim(), null)
    if (account === undefined) return undefined
    const { id } = account
    await lockAccount(tx, id)
    const link = newToken()
    const linkHash = hashToken(link)
    await endOneTimeCodes(tx, 'reset-password', id)
    await addOneTimeCode(tx, {
      purpose: 'reset-password',
      subject: `operator ${id}`,
      userId: id,
      // no mail was sent, so it confirms no email
      sentTo: null,
      // it has no code to type
      codeHash: linkHash,
      linkHash,
      validMinutes,
    })
    await addAudit(tx, { actor: 'system', action: 'password.link', subject: `user:${id}`, data: { by } })
    return `${publicUrl}/reset-password#${link}`
  })
