import { AppError } from '../messages/app-error.ts'
import type { MessageKey } from '../messages/english.ts'

/** The first fault that a check found: the message key and the input at fault. A check returns null without a fault. */
export interface Fault {
  readonly key: MessageKey
  readonly field?: string
}

/** All faults that a check found, at least one, and at most one of each field. */
export type Faults = readonly [Fault, ...Fault[]]

/** The server's answer to a fault: 422, or 401 for `must_login`. */
export const faultError = ({ key, field }: Fault): AppError =>
  new AppError(key === 'must_login' ? 401 : 422, key, field === undefined ? {} : { fields: { [field]: key } })

/** The server's answer to a check that found several: the key of the first, and each field with its own. */
export const faultsError = ([first, ...others]: Faults): AppError => {
  const fields = [first, ...others].flatMap(({ key, field }) => (field === undefined ? [] : [[field, key] as const]))
  return new AppError(422, first.key, { fields: Object.fromEntries(fields) })
}
