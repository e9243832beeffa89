import type { MessageKey } from './english.ts'

/** HTTP status of a refusal (design §4): invalid, not signed in, not allowed, not there, lost race or wrong state, rule, too many, try later. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503

/** An answer the caller can act on: a message key, never a stack or SQL. `fields` names the input at fault. */
export class AppError extends Error {
  readonly status: ErrorStatus
  readonly key: MessageKey
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Goes into the reply beside `error` (a fresh quote with `quote_expired`); `retryAfter` in seconds becomes the header. */
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(
    status: ErrorStatus,
    key: MessageKey,
    detail: { fields?: Record<string, string>; extra?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(key, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.name = 'AppError'
    this.status = status
    this.key = key
    this.fields = detail.fields
    this.extra = detail.extra
  }
}
