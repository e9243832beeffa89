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
  EROFS: 'A file system is mounted read-only. Set DATA_DIR to a folder that can be written.',
}

const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return []
  const { code, path } = error as NodeJS.ErrnoException
  return [...(code === undefined ? [] : [path === undefined ? code : `${code} ${path}`]), ...codesOf(error.cause)]
}

/** The message of a failed start: one line with a way out if there is one, else the whole error. */
export const startMessage = (error: unknown): string => {
  if (error instanceof StartError) return error.message
  for (const [code = '', path] of codesOf(error).map((found) => found.split(/ (.*)/s, 2))) {
    const text = advice[code]
    if (text) return path === undefined ? text : `${text} (${path})`
  }
  return `Remis could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
