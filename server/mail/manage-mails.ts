import type { mailApi, MailView } from '@remis/domain/mail/mail-api'
import { hasSecret, templateNamed } from '@remis/domain/mail/mail-templates'
import { AppError } from '@remis/domain/messages/app-error'
import { isDemo } from '../backoffice/settings/settings-cache.ts'
import { addAudit } from '../platform/database/audit.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { readPage } from '../platform/database/list-page.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { mailList, mailRows } from './mail-list-store.ts'
import { findMail, lockMail, queueAgain, type QueuedRow } from './mail-store.ts'
import type { MailDeps } from './mail-deps.ts'
import { findRecipient, renderQueued } from './render-queued.ts'

const mayBeSentAgain = (row: QueuedRow, now: number): boolean => {
  const template = templateNamed(row.template)
  const complete = template !== undefined && (!hasSecret(template) || row.secrets !== null)
  return row.state === 'failed' && complete && (row.expires_at === null || row.expires_at > now)
}

const view = (row: QueuedRow, { demo, now }: { readonly demo: boolean; readonly now: number }): MailView => ({
  id: row.id,
  channel: row.channel,
  to: demo ? '' : row.address,
  template: row.template,
  state: row.state,
  tries: row.tries,
  failure: row.failure,
  // It may repeat the address.
  detail: demo ? '' : row.detail,
  again: mayBeSentAgain(row, now),
  createdAt: row.created_at,
  sentAt: row.sent_at,
  nextTryAt: row.next_try_at,
})

/** The queue for the office [design/mail-40]. In demo mode addresses are hidden, and cannot be searched for. */
export const listMails: UseCase<MailDeps, typeof mailApi.list> = async (app, { query }) => {
  const demo = await isDemo(app)
  const now = await nowMs(app.db.lists)
  const { rows, next } = await readPage(mailList(!demo), mailRows(app.db.lists), query, app.config.limits.pageRows)
  return { rows: rows.map((row) => view(row, { demo, now })), next }
}

/** Links and codes are for their recipient alone. */
export const readMail: UseCase<MailDeps, typeof mailApi.read> = async (app, { params }) => {
  const row = await findMail(app.db.request, params.id)
  if (row === undefined) throw new AppError(404, 'not_found')
  const template = templateNamed(row.template)
  if (template === undefined || hasSecret(template)) return { content: null }
  const { subject, text } = renderQueued(app, row, await findRecipient(app, row))
  return { content: { subject, text } }
}

/** Sends a failed one again, with all its tries. */
export const sendMailAgain: UseCase<MailDeps, typeof mailApi.sendAgain> = async (_app, call) =>
  call.commit(async (tx) => {
    const row = await lockMail(tx, call.params.id)
    if (row === undefined) throw new AppError(404, 'not_found')
    if (row.state !== 'failed') throw new AppError(409, 'mail_not_failed')
    if (!mayBeSentAgain(row, await nowMs(tx))) throw new AppError(409, 'mail_expired')
    await queueAgain(tx, row.id)
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'mail.send-again',
      subject: `mail:${row.id}`,
      data: { channel: row.channel, template: row.template },
    })
    return {}
  })
