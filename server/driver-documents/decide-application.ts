import { checkApproval, checkLastDay } from '@remis/domain/driver-documents/application'
import { documentKinds } from '@remis/domain/driver-documents/document-kinds'
import type { driverDocumentsApi } from '@remis/domain/driver-documents/driver-documents-api'
import { dayAt } from '@remis/domain/kit/calendar-day'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { queueMail } from '../mail/queue-mail.ts'
import { addAudit } from '../platform/database/audit.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import { setApplicationFields } from '../people/application-fields.ts'
import { decideApplication, decideDocument, listDocuments, lockDocument, replaceDocuments } from './document-store.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { setDocumentsUntil } from './documents-until.ts'
import { showLicence } from './show-licence.ts'
import { lockApplicant } from './own-application.ts'
import { handedIn, judgedVehicle, viewApplication } from './view-application.ts'

type Api = typeof driverDocumentsApi

export const readApplicationOf: UseCase<DocumentsDeps, Api['ofPerson']> = async (app, { params }) => ({
  application: await viewApplication(app, app.db.lists, params.id),
})

const reasonOf = (given: string | undefined): string => {
  const reason = given?.trim() ?? ''
  if (reason === '') throw new AppError(422, 'reason_needed', { fields: { reason: 'empty' } })
  return reason
}

const auditOf = (
  tx: Tx,
  call: { readonly who: Person; readonly address: string; readonly params: { readonly id: string } },
  action: string,
  data: Record<string, unknown>,
) =>
  addAudit(tx, {
    actor: call.who,
    address: call.address,
    action: `driver.${action}`,
    subject: `user:${call.params.id}`,
    data,
  })

/**
 * Accepts or refuses a document that waits [design/documents-4]; 409 `document_decided` for any other, which another
 * admin or the driver has changed meanwhile. Accepting replaces the one before and moves the day until which the driver
 * may drive.
 */
export const decideOnDocument: UseCase<DocumentsDeps, Api['decide']> = async (app, call) => {
  const { who, params, body } = call
  const { timezone } = await app.settings.current()
  return call.commit(async (tx) => {
    const applicant = await lockApplicant(tx, params.id)
    const document = await lockDocument(tx, params.id, body.document)
    if (document === undefined) throw new AppError(404, 'not_found')
    if (document.state !== 'waiting') throw new AppError(409, 'document_decided')
    const { kind } = document
    const lastDay = documentKinds[kind].expires ? (body.expiresOn ?? document.expires_on) : null
    if (body.accept) {
      const fault = checkLastDay(kind, lastDay ?? undefined, dayAt(await nowMs(tx), timezone))
      if (fault !== null) throw faultError(fault)
      await replaceDocuments(tx, params.id, kind, ['accepted', 'refused'], document.id)
    }
    const reason = body.accept ? '' : reasonOf(body.reason)
    await decideDocument(tx, document.id, {
      by: who.id,
      state: body.accept ? 'accepted' : 'refused',
      reason,
      expiresOn: body.accept ? lastDay : document.expires_on,
      zone: timezone,
    })
    if (body.accept && kind === 'drivingLicence') await showLicence(tx, params.id, document.file_id)
    await setDocumentsUntil(tx, params.id)
    await auditOf(tx, call, body.accept ? 'document.accept' : 'document.refuse', { kind, reason })
    await reportWaiting(tx, 'documents', applicant.fleetadmin)
    // Before the approval the driver gets one answer to the whole application.
    if (!body.accept && applicant.approved)
      await app.notify(tx, [
        {
          user: params.id,
          message: 'notice_document_refused',
          params: { document: kind, reason },
          screen: 'documents',
          bookingId: null,
        },
      ])
    return { application: await viewApplication(app, tx, params.id) }
  })
}

/**
 * Approves the driver once every required document is accepted, or refuses the application with a reason, which goes
 * out by mail [design/documents-6]. 409 `application_not_sent` when no application waits, `person_changed` when the
 * version is outdated [design/people-30].
 */
export const decideOnApplication: UseCase<DocumentsDeps, Api['decideAll']> = async (app, call) => {
  const { who, params, body } = call
  return call.commit(async (tx) => {
    const applicant = await lockApplicant(tx, params.id)
    if (applicant.approved || applicant.state !== 'sent') throw new AppError(409, 'application_not_sent')
    if (body.approve && body.version !== undefined && body.version !== applicant.edit_version)
      throw new AppError(409, 'person_changed')
    const reason = body.approve ? '' : reasonOf(body.reason)
    const fault = body.approve
      ? checkApproval(judgedVehicle(applicant), handedIn(await listDocuments(tx, params.id)))
      : null
    if (fault !== null) throw faultError(fault)
    await decideApplication(tx, params.id, { by: who.id, approved: body.approve, reason })
    if (body.approve) {
      await setApplicationFields(tx, params.id, { approved: true })
      await queueMail(app, tx, { template: 'driver_approved', userId: params.id, params: { link: '/drive' } })
    } else
      await queueMail(app, tx, {
        template: 'driver_refused',
        userId: params.id,
        params: { reason, link: '/drive/join' },
      })
    await auditOf(tx, call, body.approve ? 'approve' : 'refuse', { reason })
    await reportWaiting(tx, 'drivers')
    await reportWaiting(tx, 'documents', applicant.fleetadmin)
    return { application: await viewApplication(app, tx, params.id) }
  })
}
