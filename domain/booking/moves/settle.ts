import type { Minor } from '../../kit/money.ts'
import { settlement } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import type { Change } from '../move.ts'
import { shown, tellCustomer, tellDriver } from './tell.ts'

/** The booking's amounts at the moment it is paid in full, minor units. */
export interface Paid {
  readonly trip_cost: Minor
  readonly convenience_fees: Minor
  readonly driver_share: Minor
  readonly discount_amount: Minor
  readonly usedWalletMoney: Minor
  readonly cardPaymentAmount: Minor
  readonly cashPaymentAmount: Minor
  readonly writtenOff: Minor
  /** H − W, given back */
  readonly surplus: Minor
}

/** PAID: one settlement posting, nothing left to pay, both sides told (spec 1 §4, design §7 "Settlement"). */
export const settle = (
  booking: Booking,
  paid: Paid,
  now: number,
): Required<Pick<Change, 'patch' | 'postings' | 'notices'>> => {
  if (booking.driver === null) throw new RangeError(`booking ${booking.id} has no driver to be paid`)
  const { surplus, ...amounts } = paid
  return {
    patch: { ...amounts, payableAmount: 0, paidAt: now },
    postings: [
      settlement({
        bookingId: booking.id,
        driver: booking.driver,
        customer: booking.customer,
        driverShare: paid.driver_share,
        convenienceFees: paid.convenience_fees,
        wallet: paid.usedWalletMoney,
        card: paid.cardPaymentAmount,
        cash: paid.cashPaymentAmount,
        discount: paid.discount_amount,
        writtenOff: paid.writtenOff,
        surplus,
      }),
    ],
    notices: [
      tellCustomer(booking, 'notice_paid_rider'),
      ...tellDriver(booking, 'notice_paid_driver', { share: shown(booking, paid.driver_share) }, 'wallet'),
    ],
  }
}

/** The amounts as they stand on a booking that waits for its payment; the caller adds what is paid now. */
export const amountsOf = (booking: Booking): Paid => ({
  trip_cost: booking.trip_cost,
  convenience_fees: booking.convenience_fees,
  driver_share: booking.driver_share,
  discount_amount: booking.discount_amount,
  usedWalletMoney: booking.usedWalletMoney,
  cardPaymentAmount: booking.cardPaymentAmount,
  cashPaymentAmount: booking.cashPaymentAmount,
  writtenOff: booking.writtenOff,
  surplus: 0,
})
