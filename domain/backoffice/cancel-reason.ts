import type { Fault } from '../kit/check.ts'

/** Who cancels with a reason of the operator's list [design/moves-75]. */
export const cancelReasonRoles = ['rider', 'driver', 'admin'] as const
export type CancelReasonRole = (typeof cancelReasonRoles)[number]

/** A reason and the roles that may choose it; positions count over all reasons. */
export interface NewCancelReason {
  readonly label: string
  readonly roles: readonly CancelReasonRole[]
}

/** Riders load the whole list. */
export const mostCancelReasons = 100

/** The first fault of a reason that an admin adds or edits, null when it is valid: it has words, and is for someone. */
export const checkCancelReason = ({ label, roles }: NewCancelReason): Fault | null => {
  if (!/\S/.test(label)) return { key: 'cancel_reason_invalid', field: 'label' }
  const distinct = new Set(roles).size === roles.length
  return roles.length > 0 && distinct ? null : { key: 'cancel_reason_invalid', field: 'roles' }
}
