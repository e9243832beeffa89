import { driverDocumentsApi } from '@remis/domain/driver-documents/driver-documents-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { decideOnApplication, decideOnDocument, readApplicationOf } from './decide-application.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { followZone } from './follow-zone.ts'
import { handInOwnDocument, readOwnApplication, sendOwnApplication, setOwnVehicle } from './own-application.ts'
import { deleteOldDocuments, remindOfDocuments } from './remind-of-documents.ts'

export const driverDocuments: Feature<DocumentsDeps> = {
  endpoints: serve<DocumentsDeps, typeof driverDocumentsApi>(driverDocumentsApi, {
    read: readOwnApplication,
    setVehicle: setOwnVehicle,
    handIn: handInOwnDocument,
    send: sendOwnApplication,
    ofPerson: readApplicationOf,
    decide: decideOnDocument,
    decideAll: decideOnApplication,
  }),
  sweeps: (app) => ({
    'ends of documents': { everyMs: 600_000, run: () => followZone(app) },
    'reminders of documents': { everyMs: 600_000, run: () => remindOfDocuments(app) },
    'old documents': { everyMs: 3_600_000, run: () => deleteOldDocuments(app) },
  }),
}
