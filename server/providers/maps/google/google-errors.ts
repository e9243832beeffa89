import { z } from 'zod'
import { MapsError, type MapsErrorCode } from '../maps-provider.ts'
import { googleHosts, type GoogleApi } from './google-api.ts'

/** The body of a refused call, as all of Google's APIs send it (google.rpc.Status). */
const refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.looseObject({ reason: z.string().optional() })).optional(),
  }),
})

const codes: Readonly<Record<string, MapsErrorCode>> = {
  INVALID_ARGUMENT: 'BAD_INPUT',
  OUT_OF_RANGE: 'BAD_INPUT',
  NOT_FOUND: 'NOT_FOUND',
  ZERO_RESULTS: 'NOT_FOUND',
  RESOURCE_EXHAUSTED: 'QUOTA',
  OVER_QUERY_LIMIT: 'QUOTA',
  OVER_DAILY_LIMIT: 'QUOTA',
}

const keyStatuses = new Set(['PERMISSION_DENIED', 'UNAUTHENTICATED', 'REQUEST_DENIED'])

const byHttpStatus = (status: number): MapsErrorCode => {
  if (status === 429) return 'QUOTA'
  if (status === 404) return 'NOT_FOUND'
  return status === 400 ? 'BAD_INPUT' : 'UPSTREAM'
}

/** Google answers 400 INVALID_ARGUMENT for a key that does not exist. */
const isAboutKey = ({ status, message = '', details = [] }: z.output<typeof refusal>['error']): boolean =>
  keyStatuses.has(status ?? '') ||
  details.some(({ reason }) => reason?.startsWith('API_KEY_')) ||
  (status === 'INVALID_ARGUMENT' && /\bkey\b.*\b(invalid|not valid)\b/i.test(message))

/** Google's messages may quote the key or the address of the server; both are removed. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/AIza[\w-]{10,}/g, '(key)')
    .replace(/\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[\da-f]{0,4}:){3,}[\da-f]{0,4}\b/gi, '(address)')
    .slice(0, 200)

/** A refused key: every later call is refused too, until the operator changes something. */
export class GoogleKeyRefused extends MapsError {
  constructor(message: string) {
    super('UPSTREAM', message)
    this.name = 'GoogleKeyRefused'
  }
}

/**
 * The error of an answer that is not 2xx [design/maps-94]. A refused key is UPSTREAM with one line that says what to
 * check. The message contains neither the key nor the address of the server.
 */
export const googleError = (api: GoogleApi, httpStatus: number, body: unknown): MapsError => {
  const error = refusal.safeParse(body).data?.error ?? {}
  const reason = error.details?.find((detail) => detail.reason !== undefined)?.reason ?? error.status
  const code = codes[error.status ?? ''] ?? byHttpStatus(httpStatus)
  if (isAboutKey(error) || (code === 'UPSTREAM' && [401, 403].includes(httpStatus)))
    return new GoogleKeyRefused(
      `Google refuses the key (${reason ?? httpStatus}, ${googleHosts[api]}). Check GOOGLE_MAPS_SERVER_KEY: its restrictions, that the API is enabled for it, and billing.`,
    )
  return new MapsError(
    code,
    `Google answered ${httpStatus} ${error.status ?? ''} (${googleHosts[api]}): ${withoutSecrets(error.message ?? 'no reason given')}`,
  )
}
