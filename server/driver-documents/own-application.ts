import { variants } from '@remis/domain/booking/variant'
import { checkLastDay, checkSending } from '@remis/domain/driver-documents/application'
import { documentKinds, documentKindsOf, type DocumentKindName } from '@remis/domain/driver-documents/document-kinds'
import type { driverDocumentsApi } from '@remis/domain/driver-documents/driver-documents-api'
import { fileUrl } from '@remis/domain/files/file-kinds'
import { dayAt } from '@remis/domain/kit/calendar-day'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import { addAudit } from '../platform/database/audit.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import { listCarTypeIds } from '../fare/car-type-facts.ts'
import { attachFile, releaseFile } from '../files/attach-file.ts'
import { setApplicationFields } from '../people/application-fields.ts'
import { lockPerson } from '../people/find-person.ts'
import { findApplication, insertDocument, listDocuments, replaceDocuments, sendApplication } from './document-store.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { setDocumentsUntil } from './documents-until.ts'
import { handedIn, judgedVehicle, viewApplication } from './view-application.ts'

type Api = typeof driverDocumentsApi

/** The driver, locked until the commit; every change of an application takes this lock first. */
export const lockApplicant = async (tx: Tx, driver: string) => {
  const person = await lockPerson(tx, driver)
  const application = person?.role === 'driver' ? await findApplication(tx, driver) : undefined
  if (application === undefined) throw new AppError(404, 'not_found')
  return application
}

export const readOwnApplication: UseCase<DocumentsDeps, Api['read']> = async (app, { who }) => ({
  application: await viewApplication(app, app.db.request, who.id),
})

/** Not while the office has it, nor of an approved driver: then the office changes the vehicle [design/documents-5]. */
export const setOwnVehicle: UseCase<DocumentsDeps, Api['setVehicle']> = async (app, { who, body, commit }) =>
  commit(async (tx) => {
    const { state, approved, fleetadmin } = await lockApplicant(tx, who.id)
    if (approved || state === 'sent') throw new AppError(409, 'application_sent')
    if (!(await listCarTypeIds(tx)).includes(body.carTypeId))
      throw new AppError(422, 'driver_fields_invalid', { fields: { carTypeId: 'unknown' } })
    await setApplicationFields(tx, who.id, {
      car_type_id: body.carTypeId,
      vehicle_make: body.vehicleMake.trim() || null,
      vehicle_model: body.vehicleModel.trim() || null,
      vehicle_number: body.vehicleNumber.trim() || null,
      ...(body.other_info === undefined ? {} : { other_info: body.other_info.trim() || null }),
    })
    await setDocumentsUntil(tx, who.id)
    await reportWaiting(tx, 'documents', fleetadmin)
    return { application: await viewApplication(app, tx, who.id) }
  })

interface HandIn {
  readonly driver: string
  readonly fleetadmin: string | null
  readonly kind: DocumentKindName
  readonly file: string
  readonly expiresOn: string | undefined
}

/**
 * Hands in a document, in the caller's transaction with the driver locked. The one that is accepted stays valid until
 * the office decides on the new one; one that waited or was refused is replaced [design/documents-3].
 */
const handInDocument = async (
  app: Pick<DocumentsDeps, 'settings'>,
  tx: Tx,
  { driver, fleetadmin, kind, file, expiresOn }: HandIn,
): Promise<void> => {
  const { timezone } = await app.settings.current()
  const fault = checkLastDay(kind, expiresOn, dayAt(await nowMs(tx), timezone))
  if (fault !== null) throw faultError(fault)
  await attachFile(tx, { file, owner: driver, kind: documentKinds[kind].file })
  await replaceDocuments(tx, driver, kind, ['waiting', 'refused'])
  const lastDay = documentKinds[kind].expires ? (expiresOn ?? null) : null
  await insertDocument(tx, { driver, kind, file, expiresOn: lastDay, zone: timezone })
  await reportWaiting(tx, 'documents', fleetadmin)
}

export const handInOwnDocument: UseCase<DocumentsDeps, Api['handIn']> = async (app, { who, body, commit }) =>
  commit(async (tx) => {
    const { fleetadmin } = await lockApplicant(tx, who.id)
    const { kind, file, expiresOn } = body
    const kinds = documentKindsOf(variants[app.config.appCategory])
    if (!kinds.includes(kind))
      throw new AppError(400, 'invalid_input', { fields: { kind: `none of ${kinds.join(', ')}` } })
    await handInDocument(app, tx, { driver: who.id, fleetadmin, kind, file, expiresOn })
    return { application: await viewApplication(app, tx, who.id) }
  })

/**
 * Replaces the licence picture of a driver's profile. 422 `document_date_needed` where a licence was handed in: the
 * next one needs its last day, which `/drive/join` asks for [design/documents-3].
 */
export const replaceLicence = async (
  tx: Tx,
  { driver, file }: { readonly driver: string; readonly file: string },
): Promise<void> => {
  const { license_image: former } = await lockApplicant(tx, driver)
  // the answer to the first try was lost
  if (former === fileUrl(file)) return
  if (await hasLicenceDocument(tx, driver))
    throw new AppError(422, 'document_date_needed', { fields: { licenseImage: 'document_date_needed' } })
  const url = await attachFile(tx, { file, owner: driver, kind: documentKinds.drivingLicence.file })
  await setApplicationFields(tx, driver, { license_image: url })
  await releaseFile(tx, former)
}

/** Whether a licence was handed in, in any state. */
export const hasLicenceDocument = async (db: Kysely<Tables>, driver: string): Promise<boolean> =>
  (await listDocuments(db, driver)).some(({ kind }) => kind === 'drivingLicence')

export const sendOwnApplication: UseCase<DocumentsDeps, Api['send']> = async (app, call) => {
  const { who, body } = call
  return call.commit(async (tx) => {
    const application = await lockApplicant(tx, who.id)
    const fault = checkSending({
      state: application.approved ? 'approved' : (application.state ?? 'open'),
      decidedAt: application.decided_at,
      vehicle: judgedVehicle(application),
      documents: handedIn(await listDocuments(tx, who.id)),
      appeal: body.appeal ?? '',
    })
    if (fault?.key === 'application_sent') throw new AppError(409, 'application_sent')
    if (fault !== null) throw faultError(fault)
    await sendApplication(tx, who.id, body.appeal?.trim() ?? '')
    await reportWaiting(tx, 'documents', application.fleetadmin)
    await addAudit(tx, {
      actor: who,
      address: call.address,
      action: 'driver.apply',
      subject: `user:${who.id}`,
    })
    return { application: await viewApplication(app, tx, who.id) }
  })
}
