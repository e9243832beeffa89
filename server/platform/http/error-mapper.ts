import { AppError } from '@remis/domain/messages/app-error'
import { messages, type MessageKey } from '@remis/domain/messages/english'
import { isBusy } from '../database/connection/is-busy.ts'

/** Text of a message key. */
export type MessageOf = (key: MessageKey) => string

const builtInMessage: MessageOf = (key) => messages[key]

export interface ErrorAnswer {
  readonly key: MessageKey
  readonly status: number
  readonly body: Record<string, unknown>
  readonly retryAfter: number | undefined
  /** Unexpected: logged with its stack. */
  readonly unknown: boolean
}

/** What Fastify refuses, and why. */
const requestFaults: Readonly<Record<string, Record<string, string>>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { body: 'not JSON' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { 'content-type': 'this call takes application/json' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { 'content-length': 'not the length of the body' },
}

/** Fastify's refusals, before a use-case is reached. */
const ofFramework = (error: unknown): AppError | undefined => {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (typeof code !== 'string' || !code.startsWith('FST_') || statusCode === undefined || statusCode >= 500)
    return undefined
  if (statusCode === 413) return new AppError(413, 'body_too_large')
  if (statusCode === 404) return new AppError(404, 'not_found')
  return new AppError(400, 'invalid_input', { fields: requestFaults[code] ?? {} })
}

/** Refusals of the file server: a bad path, a failed condition or range. Status 412 and 416 are kept. */
const ofFiles = (error: unknown): { readonly status: number; readonly error: AppError } | undefined => {
  if (!(error instanceof Error) || error instanceof AppError || 'code' in error) return undefined
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown }
  if (status !== statusCode) return undefined
  if (status === 412 || status === 416) return { status, error: new AppError(400, 'invalid_input') }
  return status === 400 || status === 403 ? { status: 404, error: new AppError(404, 'not_found') } : undefined
}

const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  if (isBusy(error)) return new AppError(503, 'busy_try_again', { extra: { retryAfter: 1 }, cause: error })
  const framework = typeof error === 'object' && error !== null ? ofFramework(error) : undefined
  if (framework) return framework
  // Malformed JSON, as Fastify's parser throws it.
  if (error instanceof SyntaxError && (error as { statusCode?: number }).statusCode === 400)
    return new AppError(400, 'invalid_input', { fields: { body: 'not JSON' } })
  return undefined
}

/**
 * The one place where an error becomes an answer: `{error: {key, message, fields?}, ...extra}`, or `{error: text, key}`
 * for calls of the host root. No stack, no SQL, no detail of an unknown error [design/api-11].
 */
export const mapError = (error: unknown, legacy = false, messageOf: MessageOf = builtInMessage): ErrorAnswer => {
  const file = ofFiles(error)
  const known = file?.error ?? asAppError(error)
  const key = known?.key ?? 'server_error'
  const status = file?.status ?? known?.status ?? 500
  const { retryAfter, ...extra } = known?.extra ?? {}
  const message = messageOf(key)
  const shown = legacy
    ? { error: message, key }
    : { error: { key, message, ...(known?.fields ? { fields: known.fields } : {}) } }
  return {
    key,
    status,
    body: { ...extra, ...shown },
    retryAfter: typeof retryAfter === 'number' ? retryAfter : status === 503 ? 1 : undefined,
    unknown: known === undefined,
  }
}
