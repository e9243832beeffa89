/**
 * Where the bytes of files are kept. A name is made by the server: 32 hexadecimal digits. The database says which files
 * exist and which accounts may read them [design/files-4].
 */
export interface Storage {
  /** Resolves when the bytes would survive a power cut. 503 `storage_full` without space; nothing is left then. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  has(name: string): Promise<boolean>
  /** Succeeds also when there is no such file. */
  remove(name: string): Promise<void>
  /** Parts of the storage, for a search that never lists everything at once. */
  readonly parts: readonly string[]
  /** Where it is, for an operator. */
  readonly place: string
  /** Whether no file is stored. */
  isEmpty(): Promise<boolean>
  /** Which installation the storage belongs to [design/files-11]; undefined: no one has written it. */
  readMark(): Promise<string | undefined>
  writeMark(mark: string): Promise<void>
  /** Names in a part that were written at least this long ago; leftovers of interrupted writes are removed. */
  listOld(part: string, ageMs: number): Promise<readonly string[]>
}

/** The name of the mark, beside the parts. */
export const markName = 'installation'

const ofFile = /^[0-9a-f]{32}$/

/** Whether the server has made this name. */
export const isFileName = (name: string): boolean => ofFile.test(name)

/** Refuses names that are not ours: no name can lead out of the storage. */
export const checkName = (name: string): void => {
  if (!isFileName(name)) throw new Error('not the name of a stored file')
}
