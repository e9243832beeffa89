import { mailTemplates } from '@remis/domain/mail/mail-templates'
import { AppError } from '@remis/domain/messages/app-error'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Tx } from '../../platform/database/database.ts'
import { countAgainst } from '../../platform/http/rate-limits.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import { addOneTimeCode } from '../../platform/sessions/one-time-codes.ts'
import { hashToken, newToken } from '../../platform/sessions/session-guard.ts'
import { hashCode, newCode } from './reset-code.ts'
import { findForgetful, listResetRequests, subjectOf, takeResetRequest } from './reset-store.ts'

/** Requests that are read at a time. */
const perPage = 50

/** Sends the mails of forgotten passwords. Sweep; safe on several nodes. */
export const sendResetMails = (app: Platform, atOnce = perPage): Promise<void> =>
  eachDue(
    atOnce,
    (limit, except) => listResetRequests(app.db.jobs, limit, except),
    ({ id }) =>
      app.db
        .transact((tx) => sendOne(app, tx, id))
        .catch((error: unknown) => app.log.error({ err: error, request: id }, 'could not send the mail of a reset')),
  )

const sendOne = async (app: Platform, tx: Tx, id: string): Promise<void> => {
  const request = await takeResetRequest(tx, id)
  if (request === undefined) return
  const account = await findForgetful(tx, request.email, request.device_hash)
  const wanted = account !== undefined && (await mayMail(app, tx, account)) ? account : undefined
  const [link, code] = [newToken(), newCode()]
  const { validMinutes } = mailTemplates.reset_password
  const subject = subjectOf(request.request_hash)
  // Also without an account: a wrong code takes the same work then.
  await addOneTimeCode(tx, {
    purpose: 'reset-password',
    subject,
    userId: wanted?.id ?? null,
    sentTo: wanted?.email ?? null,
    codeHash: hashCode(app, subject, code),
    linkHash: hashToken(link),
    from: request.created_at,
    validMinutes,
  })
  if (wanted !== undefined)
    await queueMail(app, tx, {
      userId: wanted.id,
      template: 'reset_password',
      params: { link: `/reset-password#${link}`, code },
    })
}

/**
 * Counts a mail to an account. A browser that signed in to it before has a separate count, so that a stranger cannot
 * use up the owner's mails.
 */
const mayMail = async (app: Platform, tx: Tx, account: { readonly id: string; readonly known: unknown }) => {
  const subject = account.known === true ? `${account.id} known` : account.id
  const [soon, daily] = app.config.limits.guards.resetPerAccount
  try {
    await countAgainst(tx, 'reset-soon', subject, soon.max, soon.windowSeconds)
    await countAgainst(tx, 'reset-daily', subject, daily.max, daily.windowSeconds)
    return true
  } catch (error) {
    if (error instanceof AppError && error.key === 'too_many_requests') return false
    throw error
  }
}
