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

/** Lines to a file, or to standard output. A full disk loses lines, not the server: unheard, the error would end it. */
export const logTo = (file?: string): DestinationStream => {
  const lines = pino.destination({ ...(file === undefined ? {} : { dest: file }), sync: false })
  lines.on('error', () => undefined)
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
