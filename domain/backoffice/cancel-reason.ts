/** Who cancels with a reason of the operator's list [design/moves-75]. */
export const cancelReasonRoles = ['rider', 'driver', 'admin'] as const
export type CancelReasonRole = (typeof cancelReasonRoles)[number]

/** A reason and the roles that may choose it; positions count over all reasons. */
export interface NewCancelReason {
  readonly label: string
  readonly roles: readonly CancelReasonRole[]
}

/** The fixed reason of a no-show, as it is stored [design/moves-35]; screens show a text of the language. */
export const noShowReason = 'Rider no-show'
