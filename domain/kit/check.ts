import { AppError } from '../messages/app-error.ts'
import type { MessageKey } from '../messages/english.ts'

/** The first fault that a check found: the message key and the input at fault. A check returns null without a fault. */
export interface Fault {
  readonly key: MessageKey
  readonly field?: string
}

/** The server's answer to a fault: 422, or 401 for `must_login`. */
export const faultError = ({ key, field }: Fault): AppError =>
  new AppError(key === 'must_login' ? 401 : 422, key, field === undefined ? {} : { fields: { [field]: key } })
