import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

/** Names under which secrets travel. Redaction is the second guard: the first is not to log bodies or headers at all. */
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

/** Of an error only what tells where to look: a driver's error carries its whole connection and the values of rows. */
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

/** What waits to be written, while nothing can be. Characters. */
const mostWaiting = 1024 * 1024

/**
 * Lines to a file, or to standard output. A full disk loses lines, not the server: unheard, the error would end it, and
 * what is left when the process ends would be tried again for ever.
 */
export const logTo = (file?: string): DestinationStream => {
  const lines = pino.destination({
    ...(file === undefined ? {} : { dest: file }),
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
