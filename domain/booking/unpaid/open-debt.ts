import type { BookingView } from '../booking-api.ts'
import { bookedStatuses, paidStatuses, type Status } from '../statuses.ts'

const collectable: readonly Status[] = [...bookedStatuses, 'PENDING']

/** Earlier debts that the driver of this ride still has to collect in cash, major units [design/money-70]. */
export const openDebtOf = ({
  status,
  payment_mode,
  debtDue = 0,
}: Pick<BookingView, 'status' | 'payment_mode' | 'debtDue'>): number =>
  payment_mode === 'cash' && collectable.includes(status) ? debtDue : 0

/** Earlier debts that were to be collected with this ride and were not paid, major units [design/money-97]. */
export const debtLeftOf = ({
  status,
  payment_mode,
  debtDue = 0,
  debtPaid = 0,
}: Pick<BookingView, 'status' | 'payment_mode' | 'debtDue' | 'debtPaid'>): number =>
  payment_mode === 'cash' && paidStatuses.includes(status) ? debtDue - debtPaid : 0
