import { chmodSync, renameSync, statSync } from 'node:fs'
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
  // of the configuration
  'databaseUrl',
  'databaseDirectUrl',
  'databaseOwnerUrl',
  'metricsToken',
  'secretAccessKey',
  'serverKey',
  'secretKey',
  'webhookSecret',
  'webhookPassword',
  'clientSecret',
  'accessToken',
  'secretHash',
  'merchantKey',
  'apiKey',
  'apiLogin',
  'passphrase',
  'privateKey',
]
const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`])

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

/** Bytes of a file; then it replaces `.old`, and a new one begins [design/data-89]. */
const mostWritten = 20 * 1024 * 1024

const keepAsOld = (file: string): void => {
  try {
    renameSync(file, `${file}.old`)
  } catch {
    // It is gone, or the folder cannot be written: the log goes on.
  }
}

/**
 * Writes lines to a file, or to standard output. On a full disk lines are lost: an unhandled error would end the
 * server, and the flush at exit would retry forever.
 */
export const logTo = (file?: string, most = mostWritten): DestinationStream => {
  if (file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile() === true) {
    chmodSync(file, 0o600)
    if (statSync(file).size > most) keepAsOld(file)
  }
  const lines = pino.destination({
    ...(file === undefined ? {} : { dest: file, mode: 0o600 }),
    sync: false,
    maxLength: mostWaiting,
  })
  let stuck = false
  lines.on('error', () => (stuck = true)).on('write', () => (stuck = false))
  if (file !== undefined) turnOver(lines, file, most)
  const flush = lines.flushSync.bind(lines)
  lines.flushSync = () => {
    if (!stuck) flush()
  }
  return lines
}

/** Begins a new file after each `most` bytes. */
const turnOver = (lines: ReturnType<typeof pino.destination>, file: string, most: number): void => {
  let written = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  lines.on('write', (bytes: number) => {
    written += bytes
    if (written <= most) return
    written = 0
    keepAsOld(file)
    lines.reopen()
  })
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
