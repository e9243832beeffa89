import { fileIdOf, fileUrl } from '@remis/domain/files/file-kinds'
import { releaseFile } from '../files/attach-file.ts'
import { setDriverPapers } from '../people/driver-papers.ts'
import type { Tx } from '../platform/database/database.ts'
import { findApplication, withoutUse } from './document-store.ts'

/**
 * The picture of an accepted licence becomes the driver's `licenseImage`; a former one that is no document's is given
 * up [design/documents-12].
 */
export const showLicence = async (tx: Tx, driver: string, file: string): Promise<void> => {
  const former = fileIdOf((await findApplication(tx, driver))?.license_image ?? null)
  await setDriverPapers(tx, driver, { license_image: fileUrl(file) })
  const left = former === undefined ? [] : await withoutUse(tx, [former])
  for (const id of left) await releaseFile(tx, fileUrl(id))
}
