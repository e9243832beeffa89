import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

/** Field names of secrets. Redaction is the second defence; the first is not to log bodies or headers. */
const secretNames = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'otp',
  'code',
  'code_hash',
  'token_hash',
  'databaseUrl',
  'databaseDirectUrl',
  'metricsToken',
]
const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** The safe part of an error: a database error carries its connection and values of rows. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** Characters kept while the file cannot be written. */
const mostWaiting = 1024 * 1024

/**
 * Writes lines to a file, or to standard output. On a full disk lines are lost: an unhandled error would end the
 * server, and the flush at exit would retry forever.
 */
export const logTo = (file?: string): DestinationStream => {
  const lines = pino.destination({
    ...(file === undefined ? {} : { dest: file, mode: 0o600 }),
    sync: false,
    maxLength: mostWaiting,
  })
  let stuck = false
  lines.on('error', () => (stuck = true)).on('write', () => (stuck = false))
  const flush = lines.flushSync.bind(lines)
  lines.flushSync = () => {
    if (!stuck) flush()
  }
  return lines
}

export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...paths, 'req.headers', 'headers["set-cookie"]'], censor: '[secret]' },
      serializers: { err: describeError },
    },
    destination ?? logTo(),
  )
