import { mailTemplates } from '@remis/domain/mail/mail-templates'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { addOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'

/**
 * Queues the mail with a link to a first password, for a person added by the office. The link is that of a forgotten
 * password, valid longer [design/accounts-129].
 */
export const queueWelcome = async (
  app: Pick<Platform, 'secret'>,
  tx: Tx,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> => {
  const link = newToken()
  const linkHash = hashToken(link)
  await addOneTimeCode(tx, {
    purpose: 'reset-password',
    subject: `welcome ${id}`,
    userId: id,
    sentTo: email,
    // it has no code to type
    codeHash: linkHash,
    linkHash,
    validMinutes: mailTemplates.welcome.validMinutes,
  })
  await queueMail(app, tx, { userId: id, template: 'welcome', params: { link: `/reset-password#${link}` } })
}
