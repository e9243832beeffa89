import { listFilesOf } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

interface OwnFile {
  readonly id: string
  readonly content: AsyncIterable<Uint8Array>
}

/** The pictures of a person that something uses, one after the other. What is missing in the storage is left out. */
export async function* readOwnFiles(app: Pick<FilesDeps, 'db' | 'storage'>, owner: string): AsyncGenerator<OwnFile> {
  for (const { id, name } of await listFilesOf(app.db.lists, owner)) {
    const content = await app.storage.read(name)
    if (content !== undefined) yield { id, content }
  }
}
