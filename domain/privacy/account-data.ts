/** An account that its owner deletes is erased after this; signing in before cancels it [design/privacy-10]. */
export const deletionDays = 14
/** An export can be downloaded for this long [design/privacy-31]. */
export const exportHours = 24
/** Exports that one person may request within a day. */
export const exportsPerDay = 3

/** What replaces a removed name or text. */
export const erasedName = { first: 'Deleted', last: 'account' } as const
export const erasedText = '–'

/** What has to be settled before an account is deleted, in the order shown. Each has a text `deletion_<blocker>`. */
export const deletionBlockers = [
  'open-booking',
  'owed',
  'pending-fees',
  'wallet-positive',
  'wallet-negative',
  'withdrawal-open',
  'payment-open',
  'fleet-drivers',
  'last-admin',
] as const
export type DeletionBlocker = (typeof deletionBlockers)[number]

/** Facts of an account that is to be deleted; amounts in minor units. */
export interface AccountState {
  /** a booking that is not paid, completed or cancelled, as rider or driver */
  readonly openBooking: boolean
  readonly balance: number
  readonly owed: number
  /** fees of a driver that riders have not paid yet */
  readonly pendingFees: boolean
  readonly openWithdrawal: boolean
  /** a payment with an unknown outcome, or a refund that has not ended or is left to the office */
  readonly openPayment: boolean
  /** live drivers of a fleet admin */
  readonly drivers: number
  readonly lastAdmin: boolean
}

/** Why this account cannot be deleted now; empty: it can. */
export const blockersOf = (state: AccountState): DeletionBlocker[] => {
  const holds: Readonly<Record<DeletionBlocker, boolean>> = {
    'open-booking': state.openBooking,
    owed: state.owed > 0,
    'pending-fees': state.pendingFees,
    'wallet-positive': state.balance > 0,
    'wallet-negative': state.balance < 0,
    'withdrawal-open': state.openWithdrawal,
    'payment-open': state.openPayment,
    'fleet-drivers': state.drivers > 0,
    'last-admin': state.lastAdmin,
  }
  return deletionBlockers.filter((blocker) => holds[blocker])
}
