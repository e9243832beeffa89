import { listFilesOf } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

interface OwnFile {
  readonly id: string
  readonly content: AsyncIterable<Uint8Array>
}

interface OwnFiles {
  /** One after the other. What is missing in the storage is left out. */
  readonly files: AsyncIterable<OwnFile>
  /** How many older pictures of bookings are not among them. */
  readonly leftOut: number
}

type Deps = Pick<FilesDeps, 'config' | 'db' | 'storage'>

/** The pictures of a person that something uses; of bookings the newest that fit [design/privacy-33]. */
export const findOwnFiles = async (app: Deps, owner: string): Promise<OwnFiles> => {
  const all = await listFilesOf(app.db.lists, owner, app.config.limits.files.exportedBytes)
  const fitting = all.filter(({ within }) => within)
  return { files: read(app, fitting), leftOut: all.length - fitting.length }
}

async function* read(
  { storage }: Deps,
  files: readonly { readonly id: string; readonly name: string }[],
): AsyncGenerator<OwnFile> {
  for (const { id, name } of files) {
    const content = await storage.read(name)
    if (content !== undefined) yield { id, content }
  }
}
