import type { Tx } from '../platform/database/database.ts'
import { setDriverPapers } from '../people/driver-papers.ts'
import { firstEnd } from './document-store.ts'

/** Sets until when a driver may drive: after a decision on a document or a change of the type [design/documents-13]. */
export const setEndOfPapers = async (tx: Tx, driver: string): Promise<void> => {
  const end = await firstEnd(tx, driver)
  await setDriverPapers(tx, driver, { documents_until: end === null ? null : new Date(end) })
}
