import { randomBytes, randomUUID } from 'node:crypto'
import type { FileKind } from '@remis/domain/files/file-kinds'
import type { Tx } from '../platform/database/database.ts'
import { insertFile } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

interface Picture {
  readonly owner: string
  readonly kind: FileKind
  readonly bytes: Uint8Array
}

/** Stores a picture of ours for a person; resolves with the id of the loose file. */
export const storePicture = async (
  app: Pick<FilesDeps, 'storage' | 'pictures'>,
  tx: Tx,
  { owner, kind, bytes }: Picture,
): Promise<string> => {
  const stored = await app.pictures.normalize(bytes, kind)
  const [id, name] = [randomUUID(), randomBytes(16).toString('hex')]
  await app.storage.write(name, stored)
  await insertFile(tx, { id, owner, kind, name, bytes: stored.length })
  return id
}
