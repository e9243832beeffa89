/** Ends the start; the message is one line with a way out. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
  }
}

/** What the operator can do, by the error code of any error in the chain of causes. */
const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left on the disk. Free some, then start again.',
  '53100': 'There is no space left on the disk. Free some, then start again.',
  EDQUOT: 'The disk quota is used up. Free some space, then start again.',
  '42501':
    'The role that should own the database has no right to its tables. Set DATABASE_OWNER_URL to the address with the role that owns them, and DATABASE_URL to the other role.',
  EROFS: 'A file system is mounted read-only. Set DATA_DIR to a folder that can be written.',
}

const ofTables = /permission denied for table|must be owner/

/** Code and place, or what PostgreSQL says, of each error in the chain of causes. */
const codesOf = (error: unknown): { readonly code: string; readonly detail: string | undefined }[] => {
  if (!(error instanceof Error)) return []
  const { code, path, message } = error as NodeJS.ErrnoException
  const detail = code === '42501' ? message : path
  const isKnown = code !== undefined && (code !== '42501' || ofTables.test(message))
  return [...(isKnown ? [{ code, detail }] : []), ...codesOf(error.cause)]
}

/** The message of a failed start: one line with a way out if there is one, else the whole error. */
export const startMessage = (error: unknown): string => {
  if (error instanceof StartError) return error.message
  for (const { code, detail } of codesOf(error)) {
    const text = advice[code]
    if (text) return detail === undefined ? text : `${text} (${detail})`
  }
  return `Remis could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
