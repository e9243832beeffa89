import { mailTemplates } from '@remis/domain/mail/mail-templates'
import { queueSms } from '../../mail/queue-mail.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { addOneTimeCode, countCodeTry } from '../../platform/sessions/one-time-codes.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'
import { hashCode, isCode, newCode } from '../reset/reset-code.ts'

type PhonePurpose = 'sign-in' | 'verify-mobile'

/** What a code belongs to: the request, and the browser or person that made it [design/accounts-91]. */
const subjectOf = (verificationId: string, owner: string): string =>
  hashToken(`${verificationId}\n${owner}`).toString('base64url')

/** Queues the SMS with a code, and answers the id of the request, which is not stored. */
export const issuePhoneCode = async (
  app: Platform,
  tx: Tx,
  to: { readonly purpose: PhonePurpose; readonly owner: string; readonly userId: string; readonly mobile: string },
): Promise<string> => {
  const [verificationId, code] = [newToken(), newCode()]
  const subject = subjectOf(verificationId, to.owner)
  await addOneTimeCode(tx, {
    purpose: to.purpose,
    subject,
    userId: to.userId,
    sentTo: to.mobile,
    codeHash: hashCode(app, subject, code),
    validMinutes: mailTemplates.sign_in_code.validMinutes,
  })
  await queueSms(app, tx, { template: 'sign_in_code', userId: to.userId, phone: to.mobile, params: { code } })
  return verificationId
}

/** The open row that the code is right for; the try is counted before it is compared [design/accounts-91]. */
export const findProvedCode = async (
  app: Platform,
  given: {
    readonly purpose: PhonePurpose
    readonly owner: string
    readonly verificationId: string
    readonly otp: string
  },
): Promise<{ readonly id: string } | undefined> => {
  const subject = subjectOf(given.verificationId, given.owner)
  const row = await countCodeTry(app.db.request, given.purpose, subject, app.config.limits.codeTries)
  return row !== undefined && isCode(app, subject, given.otp, row.code_hash) ? row : undefined
}
