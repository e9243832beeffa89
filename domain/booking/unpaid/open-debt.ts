import type { BookingView } from '../booking-api.ts'

const collectable: readonly BookingView['status'][] = ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING']

/** Debts of before that the driver of this ride has still to get in cash [design/money-70], major units. */
export const openDebtOf = ({
  status,
  payment_mode,
  debtDue = 0,
}: Pick<BookingView, 'status' | 'payment_mode' | 'debtDue'>): number =>
  payment_mode === 'cash' && collectable.includes(status) ? debtDue : 0
