import { pausesAtEnd, reminderDays } from '@remis/domain/driver-documents/document-kinds'
import { releaseFile } from '../files/attach-file.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { voiceIn } from '../mail/render-queued.ts'
import { fileUrl } from '@remis/domain/files/file-kinds'
import type { Tx } from '../platform/database/database.ts'
import { eachDue } from '../platform/jobs/each-due.ts'
import { deletePastDocuments, listDueReminders, takeDueReminder, withoutUse } from './document-store.ts'
import type { DocumentsDeps } from './documents-deps.ts'

/** Documents that are read at a time. */
const perPage = 50
const dayMs = 86_400_000

/**
 * Reminds of documents that end in 30, 7 and 1 days, by mail and notice, and says when one has ended
 * [design/documents-9]. The mark and what is sent are one commit, so a reminder is neither lost nor repeated. A server
 * that was off sends only the latest reminder that is due.
 */
export const remindOfDocuments = async (app: DocumentsDeps, atOnce = perPage): Promise<void> => {
  await eachDue(
    atOnce,
    (limit, except) => listDueReminders(app.db.jobs, reminderDays, limit, except),
    ({ id }) =>
      app.db
        .transact((tx) => remindOf(app, tx, id))
        .catch((error: unknown) => app.log.error({ err: error, document: id }, 'could not remind of a document')),
  )
}

const remindOf = async (app: DocumentsDeps, tx: Tx, id: string): Promise<void> => {
  const reminder = await takeDueReminder(tx, reminderDays, id)
  if (reminder === undefined) return
  const { driver_id, kind, expires_at, due, language, picture } = reminder
  const lastMs = expires_at - 1
  await app.notify(tx, [
    {
      user: driver_id,
      message: due === 0 ? 'notice_document_ended' : 'notice_document_expiring',
      params: { document: kind, date: lastMs },
      screen: 'documents',
      bookingId: null,
    },
  ])
  if (due === 0) return
  const { texts } = await voiceIn(app, language)
  const { pauseExpiredDrivers } = await app.settings.current()
  await queueMail(app, tx, {
    template: pauseExpiredDrivers && pausesAtEnd(kind, picture) ? 'document_pausing' : 'document_expiring',
    userId: driver_id,
    params: {
      document: texts[`document_${kind}`] ?? kind,
      date: lastMs,
      count: Math.max(1, Math.ceil((expires_at - Date.now()) / dayMs)),
      link: '/drive/join',
    },
  })
}

/** Replaced and refused documents are kept this long, for questions about a decision. */
const keptDays = 90

/** Deletes old documents and releases their pictures [design/documents-8]. */
export const deleteOldDocuments = (app: DocumentsDeps): Promise<void> =>
  app.db.transact(async (tx) => {
    const left = await deletePastDocuments(tx, keptDays, perPage)
    for (const file of await withoutUse(tx, left)) await releaseFile(tx, fileUrl(file))
  })
