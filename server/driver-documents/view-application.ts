import { variants } from '@remis/domain/booking/variant'
import { missingFor } from '@remis/domain/driver-documents/application'
import {
  documentKindNames,
  documentKinds,
  documentKindsOf,
  needsPapers,
} from '@remis/domain/driver-documents/document-kinds'
import type { ApplicationView, SubmittedDocument } from '@remis/domain/driver-documents/driver-documents-api'
import { fileUrl } from '@remis/domain/files/file-kinds'
import { AppError } from '@remis/domain/messages/app-error'
import type { Kysely } from 'kysely'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Config } from '../platform/runtime/config.ts'
import { findApplication, listDocuments, type DocumentRow } from './document-store.ts'

const viewDocument = (row: DocumentRow | undefined): SubmittedDocument | null =>
  row === undefined || row.state === 'replaced'
    ? null
    : {
        id: row.id,
        state: row.state,
        reason: row.reason,
        expiresOn: row.expires_on,
        expired: row.expired,
        url: fileUrl(row.file_id),
        submittedAt: row.submitted_at,
      }

export const handedIn = (rows: readonly DocumentRow[]) =>
  rows.map(({ kind, state, submitted_at }) => ({ kind, state, submittedAt: submitted_at }))

type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>

const vehicleOf = (row: ApplicationRow) => ({
  carTypeId: row.car_type_id,
  vehicleMake: row.vehicle_make,
  vehicleModel: row.vehicle_model,
  vehicleNumber: row.vehicle_number,
  other_info: row.other_info,
})

export const judgedVehicle = (row: ApplicationRow) => ({ ...vehicleOf(row), picture: row.vehicle_picture })

/** The application of a driver; 404 for anyone else. One that was never sent is open. */
export const viewApplication = async (
  { settings, config }: { readonly settings: SettingsCache; readonly config: Pick<Config, 'appCategory'> },
  db: Kysely<Tables>,
  driver: string,
): Promise<ApplicationView> => {
  const row = await findApplication(db, driver)
  if (row === undefined) throw new AppError(404, 'not_found')
  const rows = await listDocuments(db, driver)
  const { pauseExpiredDrivers } = await settings.current()
  const offered = documentKindsOf(variants[config.appCategory])
  // one that was handed in before stays in view
  const kinds = documentKindNames.filter((kind) => offered.includes(kind) || rows.some((one) => one.kind === kind))
  return {
    driver: row.id,
    firstName: row.first_name,
    approved: row.approved,
    version: row.edit_version,
    state: row.state ?? 'open',
    sentAt: row.sent_at,
    decidedAt: row.decided_at,
    reason: row.reason ?? '',
    appeal: row.appeal ?? '',
    vehicle: vehicleOf(row),
    documents: kinds.map((kind) => {
      const ofKind = rows.filter((one) => one.kind === kind)
      const accepted = ofKind.find(({ state }) => state === 'accepted')
      const latest = ofKind[0]
      const { required, expires } = documentKinds[kind]
      return {
        kind,
        required: required && needsPapers(row.vehicle_picture),
        expires,
        accepted: viewDocument(accepted),
        latest: latest === accepted ? null : viewDocument(latest),
      }
    }),
    missing: missingFor(judgedVehicle(row), handedIn(rows)),
    paused: pauseExpiredDrivers && row.expired,
  }
}
