import type { Tx } from '../platform/database/database.ts'
import { setApplicationFields } from '../people/application-fields.ts'
import { firstEnd } from './document-store.ts'

/** Sets until when a driver may drive: after a decision on a document or a change of the type [design/documents-13]. */
export const setDocumentsUntil = async (tx: Tx, driver: string): Promise<void> => {
  const end = await firstEnd(tx, driver)
  await setApplicationFields(tx, driver, { documents_until: end === null ? null : new Date(end) })
}
