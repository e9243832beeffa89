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

export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...paths, 'req.headers', 'headers["set-cookie"]'], censor: '[secret]' },
      serializers: { err: pino.stdSerializers.err },
    },
    destination ?? pino.destination({ sync: false }),
  )
