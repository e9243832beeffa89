import { fileIdOf, fileUrl, type FileKind } from '@remis/domain/files/file-kinds'
import { AppError } from '@remis/domain/messages/app-error'
import type { Tx } from '../platform/database/database.ts'
import { loosenFiles, takeFile } from './file-store.ts'

/**
 * Marks an own loose file as used, in the transaction of what refers to it, and resolves with its address. 422
 * `file_not_found` for a file of another person or kind, and for one that is used already [design/files-5].
 */
export const useFile = async (
  tx: Tx,
  { file, owner, kind }: { readonly file: string; readonly owner: string; readonly kind: FileKind },
): Promise<string> => {
  if (!(await takeFile(tx, file, owner, kind)))
    throw new AppError(422, 'file_not_found', { fields: { file: 'unknown' } })
  return fileUrl(file)
}

/** What referred to this address does so no more: its file is deleted a day later. Other addresses are ignored. */
export const releaseFile = async (tx: Tx, url: string | null): Promise<void> => {
  const id = fileIdOf(url)
  if (id !== undefined) await loosenFiles(tx, [id])
}
