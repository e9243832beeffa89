import { AppError } from '../messages/app-error.ts'
import type { MessageKey } from '../messages/english.ts'

/** What a check found first: the spec's message key and the input at fault. A check answers null when all is well. */
export interface Fault {
  readonly key: MessageKey
  readonly field?: string
}

/** The server's answer to a fault that a screen should have found itself: 422, or 401 for `must_login`. */
export const faultError = ({ key, field }: Fault): AppError =>
  new AppError(key === 'must_login' ? 401 : 422, key, field === undefined ? {} : { fields: { [field]: key } })
