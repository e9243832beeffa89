/** The start cannot go on; the message is one line that names the way out. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StartError'
  }
}

/** What the operator can mend without us, by the system's own code, wherever in the chain of causes it stands. */
const ways: Readonly<Record<string, string>> = {
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

/** Why the start cannot go on: one line with a way out where there is one, else all that is known. */
export const startMessage = (error: unknown): string => {
  if (error instanceof StartError) return error.message
  for (const [code = '', path] of codesOf(error).map((found) => found.split(/ (.*)/s, 2))) {
    const way = ways[code]
    if (way) return path === undefined ? way : `${way} (${path})`
  }
  return `Remis could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
