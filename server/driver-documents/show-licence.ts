import { fileIdOf, fileUrl } from '@remis/domain/files/file-kinds'
import { releaseFile } from '../files/attach-file.ts'
import { setApplicationFields } from '../people/application-fields.ts'
import type { Tx } from '../platform/database/database.ts'
import { findApplication, withoutUse } from './document-store.ts'

/**
 * Sets `licenseImage` to the picture of the accepted licence. The previous picture is released unless a document uses
 * it [design/documents-12].
 */
export const showLicence = async (tx: Tx, driver: string, file: string): Promise<void> => {
  const former = fileIdOf((await findApplication(tx, driver))?.license_image ?? null)
  await setApplicationFields(tx, driver, { license_image: fileUrl(file) })
  const left = former === undefined ? [] : await withoutUse(tx, [former])
  for (const id of left) await releaseFile(tx, fileUrl(id))
}
