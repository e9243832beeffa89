import { chatPhotoKind, fileIdOf, fileUrl, type BookingPhotoKind, type FileKind } from '@remis/domain/files/file-kinds'
import { AppError } from '@remis/domain/messages/app-error'
import type { Tx } from '../platform/database/database.ts'
import { loosenFiles, takeFile, takePhoto } from './file-store.ts'

/** The address of a file in a request; null: the request has none. */
export const urlOf = (file: string | undefined): string | null => (file === undefined ? null : fileUrl(file))

/**
 * Marks the caller's unused file as used, in the transaction of the row that refers to it, and resolves with its
 * address. 422 `file_not_found` for a file of another person or kind, and for one that is used already
 * [design/files-5].
 */
export const attachFile = async (
  tx: Tx,
  { file, owner, kind }: { readonly file: string; readonly owner: string; readonly kind: FileKind },
): Promise<string> => {
  if (!(await takeFile(tx, file, owner, kind)))
    throw new AppError(422, 'file_not_found', { fields: { file: 'unknown' } })
  return fileUrl(file)
}

/**
 * Marks a loose picture of this booking as used, in the transaction of the move that refers to it. undefined: none was
 * sent. 422 `file_not_found` for a picture of another booking or kind, and for one that is used already.
 */
export const attachPhoto = async (
  tx: Tx,
  {
    file,
    booking,
    kind,
  }: { readonly file: string | undefined; readonly booking: string; readonly kind: BookingPhotoKind },
): Promise<void> => {
  if (file !== undefined && !(await takePhoto(tx, file, booking, kind)))
    throw new AppError(422, 'file_not_found', { fields: { photo: 'unknown' } })
}

/**
 * Marks the sender's unused photo of this booking's chat as used, in the transaction of its message. 422
 * `file_not_found` for any other file. A trigger marks it unused again when the message is deleted.
 */
export const attachChatPhoto = async (
  tx: Tx,
  { file, booking, owner }: { readonly file: string; readonly booking: string; readonly owner: string },
): Promise<void> => {
  if (!(await takePhoto(tx, file, booking, chatPhotoKind, owner)))
    throw new AppError(422, 'file_not_found', { fields: { photo: 'unknown' } })
}

/** Nothing refers to this address now: its file is deleted a day later. Other addresses are ignored. */
export const releaseFile = async (tx: Tx, url: string | null): Promise<void> => {
  const id = fileIdOf(url)
  if (id !== undefined) await loosenFiles(tx, [id])
}
