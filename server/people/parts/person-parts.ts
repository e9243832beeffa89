import { withoutContacts } from '@remis/domain/audit/without-contacts'
import { AppError } from '@remis/domain/messages/app-error'
import type { personPartsApi } from '@remis/domain/people/person-parts-api'
import { v7 as newId } from 'uuid'
import { isDemo } from '../../backoffice/settings/settings-cache.ts'
import { readPage } from '../../platform/database/list-page.ts'
import { endSessionsOf, liveSessionsOf } from '../../platform/sessions/sessions.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { endTrackerOf } from '../../tracking/companion/manage-tracker.ts'
import { listHistoryOf } from '../../wallet/read-history.ts'
import { walletFacts } from '../../wallet/read-wallet.ts'
import { auditPerson } from '../office/locked-person.ts'
import { fleetOf } from '../office/read-person.ts'
import { lockAnyPerson } from '../find-person.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { listRatingsWithStars } from './list-ratings.ts'
import { auditList, auditOf, insertNote, noteList, notesOf } from './person-parts-store.ts'

type Api = typeof personPartsApi
type Part<Name extends keyof Api> = UseCase<PeopleDeps, Api[Name]>

export const readWalletOf: Part<'wallet'> = async (app, { params }) => ({
  wallet: await walletFacts(app.db.lists, (await app.settings.current()).code, params.id),
})

export const readHistoryOf: Part<'history'> = (app, { params, query }) => listHistoryOf(app, params.id, query)

/**
 * The text of a rating and its author are for admins; a fleet admin sees stars and tags [design/access-5], and of the
 * bookings of its fleet only.
 */
export const listRatings: Part<'ratings'> = async (app, { params, query, who }) => {
  const fleet = fleetOf(who)
  const { rows, ...rest } = await listRatingsWithStars(app, params.id, fleet, query)
  return {
    ...rest,
    rows: rows.map((row) => ({
      bookingId: row.booking_id,
      at: row.at,
      rate: row.rate,
      tags: row.tags,
      ...(fleet === null ? { feedback: row.comment, from: row.from_name } : {}),
    })),
  }
}

/** Demo mode hides network and browser, as the security events do. */
export const listSessions: Part<'sessions'> = async (app, { params }) => {
  const demo = await isDemo(app)
  return {
    rows: (await liveSessionsOf(app.db.lists, params.id)).map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      seenAt: row.seen_at,
      expiresAt: row.expires_at,
      address: demo ? '' : row.net,
      userAgent: demo ? '' : row.user_agent,
    })),
  }
}

/** Signs a person out. Calls are refused at once, open screens close within 2 s [design/live-10]. */
export const endSessions: Part<'endSessions'> = async (_app, call) =>
  call.commit(async (tx) => {
    const { session } = call.body
    const ended = await endSessionsOf(tx, call.params.id, session)
    if (session !== undefined && ended === 0) throw new AppError(404, 'not_found')
    if (session === undefined) await endTrackerOf(tx, call.params.id)
    await auditPerson(tx, call, 'end-sessions', call.params.id, { ended })
    return { ended }
  })

export const listAudit: Part<'audit'> = async (app, { params, query }) => {
  const demo = await isDemo(app)
  const base = auditOf(app.db.lists, params.id)
  const { rows, next } = await readPage(auditList, base, query, app.config.limits.pageRows)
  return {
    rows: rows.map((row) => ({
      id: String(row.id),
      at: row.at,
      action: row.action,
      subject: row.subject,
      actor: row.actor_name,
      actorRole: row.actor_role ?? 'system',
      side: row.actor_id === params.id ? ('actor' as const) : ('subject' as const),
      data: (demo ? withoutContacts(row.data) : row.data) as Record<string, unknown>,
    })),
    next,
  }
}

export const listNotes: Part<'notes'> = async (app, { params, query }) => {
  const base = notesOf(app.db.lists, params.id)
  return readPage(noteList, base, query, app.config.limits.pageRows)
}

/** Notes are only added, so that no one rewrites what the office knew; none to an erased account [design/people-16]. */
export const addNote: Part<'addNote'> = async (_app, call) => {
  const text = call.body.text.trim()
  if (text === '') throw new AppError(422, 'note_empty', { fields: { text: 'note_empty' } })
  const { id } = call.params
  return call.commit(async (tx) => {
    // The lock waits for a running erasure; a later one deletes the note.
    if ((await lockAnyPerson(tx, id))?.erased) throw new AppError(409, 'person_erased')
    const note = newId()
    await insertNote(tx, { id: note, person_id: id, author_id: call.who.id, text })
    await auditPerson(tx, call, 'note', id, { note })
    const row = await notesOf(tx, id).where('n.id', '=', note).executeTakeFirstOrThrow()
    return { note: row }
  })
}
