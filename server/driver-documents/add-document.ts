import { documentKinds, type DocumentKindName } from '@remis/domain/driver-documents/document-kinds'
import { attachFile } from '../files/attach-file.ts'
import type { Tx } from '../platform/database/database.ts'
import { decideDocument, insertDocument, listDocuments } from './document-store.ts'
import { setDocumentsUntil } from './documents-until.ts'
import { showLicence } from './show-licence.ts'

interface Given {
  readonly driver: string
  readonly kind: DocumentKindName
  /** id of a loose file of the driver */
  readonly file: string
  readonly expiresOn: string | null
  /** the admin that accepts it; null: it waits */
  readonly by: string | null
  readonly zone: string
}

export const hasDocuments = async (tx: Tx, driver: string): Promise<boolean> =>
  (await listDocuments(tx, driver)).length > 0

/** Adds a document that waits or is accepted, without the checks of a call. */
export const addDocument = async (tx: Tx, { driver, kind, file, expiresOn, by, zone }: Given): Promise<void> => {
  await attachFile(tx, { file, owner: driver, kind: documentKinds[kind].file })
  const id = await insertDocument(tx, { driver, kind, file, expiresOn, zone })
  if (by === null) return
  if (kind === 'drivingLicence') await showLicence(tx, driver, file)
  await decideDocument(tx, id, { by, state: 'accepted', reason: '', expiresOn, zone })
  await setDocumentsUntil(tx, driver)
}
