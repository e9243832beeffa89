import type { MessageKey } from './english.ts'

const errorStatuses = [400, 401, 403, 404, 409, 413, 422, 429, 503] as const
/** HTTP status of a refusal [design/api-12]. */
export type ErrorStatus = (typeof errorStatuses)[number]

/** The status of an answer that is no success; 503 for one that no refusal has. */
export const errorStatusOf = (status: number): ErrorStatus => errorStatuses.find((known) => known === status) ?? 503

/** A refusal that the caller can act on: a message key, never a stack or SQL. `fields` names the input at fault. */
export class AppError extends Error {
  readonly status: ErrorStatus
  readonly key: MessageKey
  readonly fields: Readonly<Record<string, string>> | undefined
  /**
   * Fields of the reply beside `error`, such as a new quote with `quote_expired`; `retryAfter` (s) becomes the header.
   */
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
