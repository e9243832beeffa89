import { mailTemplates } from '@remis/domain/mail/mail-templates'
import { AppError } from '@remis/domain/messages/app-error'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../../platform/database/database.ts'
import { countAgainst } from '../../platform/http/rate-limits.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { addOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'

/** Binds a link to the browser that asked for it. */
export const hashInBrowser = (link: string, device: string): Buffer => hashToken(`${link} ${device}`)

/**
 * Queues the mail that confirms an email. Its link is valid for a day and needs no password in the browser `device`
 * [design/accounts-156]. Queues nothing beyond the limits of an account: the earlier mails are still valid
 * [design/accounts-83].
 */
export const queueVerification = async (
  app: Pick<Platform, 'secret' | 'config'>,
  tx: Tx,
  { id, email }: { readonly id: string; readonly email: string },
  device: string = newToken(),
): Promise<void> => {
  try {
    for (const { max, windowSeconds } of app.config.limits.guards.verifyMailPerAccount)
      await countAgainst(tx, `verify-mail-${windowSeconds}`, id, max, windowSeconds)
  } catch (error) {
    if (error instanceof AppError && error.key === 'too_many_requests') return
    throw error
  }
  const link = newToken()
  const { validMinutes } = mailTemplates.verify_email
  const linkHash = hashToken(link)
  const purpose = 'verify-email'
  await addOneTimeCode(tx, {
    purpose,
    subject: id,
    userId: id,
    sentTo: email,
    codeHash: hashInBrowser(link, device),
    linkHash,
    validMinutes,
  })
  const params = { link: `/verify-email#${link}` }
  await queueMail(app, tx, { userId: id, address: email, template: 'verify_email', params })
}
