import type { Fare } from '../../fare/tariff.ts'
import type { Minor } from '../../kit/money.ts'
import { discountOf } from '../../promos/promo.ts'
import { hold, settlement } from '../../wallet/postings.ts'
import type { Booking, CashTaker } from '../booking.ts'
import type { Change } from '../move.ts'
import { majorAmount, notifyCustomer, notifyDriver } from './notify.ts'

/** The booking's amounts when it is paid in full, minor units. */
export interface PaidAmounts {
  readonly trip_cost: Minor
  readonly convenience_fees: Minor
  readonly driver_share: Minor
  readonly discount_amount: Minor
  readonly usedWalletMoney: Minor
  readonly cardPaymentAmount: Minor
  readonly cashPaymentAmount: Minor
  readonly cash_taken_by: CashTaker | null
  readonly writtenOff: Minor
  /** H − W, which goes back to the rider's wallet */
  readonly surplus: Minor
}

/** False if the fare was written off or a promo covers all of it. */
const isPaidByRider = ({ usedWalletMoney, cardPaymentAmount, cashPaymentAmount, writtenOff }: PaidAmounts): boolean =>
  writtenOff === 0 && usedWalletMoney + cardPaymentAmount + cashPaymentAmount > 0

/** PAID: one settlement posting [design/money-13], nothing left to pay, customer and driver notified [booking-17]. */
export const settle = (
  booking: Booking,
  paid: PaidAmounts,
  now: number,
): Required<Pick<Change, 'patch' | 'postings' | 'notices'>> => {
  if (booking.driver === null) throw new RangeError(`booking ${booking.id} has no driver to pay`)
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
        inOffice: paid.cash_taken_by === 'office',
        discount: paid.discount_amount,
        writtenOff: paid.writtenOff,
        surplus,
      }),
    ],
    notices: [
      notifyCustomer(booking, isPaidByRider(paid) ? 'notice_paid_rider' : 'notice_nothing_due'),
      ...notifyDriver(booking, 'notice_paid_driver', { share: majorAmount(booking, paid.driver_share) }, 'wallet'),
    ],
  }
}

/** The amounts of a booking that waits for its payment. The caller adds the amount that is paid now. */
export const amountsOf = (booking: Booking): PaidAmounts => ({
  trip_cost: booking.trip_cost,
  convenience_fees: booking.convenience_fees,
  driver_share: booking.driver_share,
  discount_amount: booking.discount_amount,
  usedWalletMoney: booking.usedWalletMoney,
  cardPaymentAmount: booking.cardPaymentAmount,
  cashPaymentAmount: booking.cashPaymentAmount,
  cash_taken_by: booking.cash_taken_by,
  writtenOff: booking.writtenOff,
  surplus: 0,
})

type End = Pick<Change, 'to' | 'patch' | 'driver' | 'postings' | 'notices' | 'refund'>

/**
 * The amounts at the end of a trip: D again on the final G, W = min(H + the rider's balance, G − D) in wallet mode,
 * then C from the card payment; the rest is payable [design/moves-23]. Nothing payable: PAID with its settlement in the
 * same change, the hold's surplus back in the wallet, the card's surplus refunded. Unpaid cash: `unpaidCash`. Any other
 * rest: PENDING [design/moves-24]. A debt that the driver still collects in cash is waited for like unpaid cash; one
 * that the driver can no longer collect is removed from the booking [design/money-80].
 */
export const endTrip = (
  booking: Booking,
  fare: Fare,
  unpaidCash: 'REACHED' | 'PENDING',
  now: number,
  balance: Minor = 0,
): End => {
  const discount = discountOf(booking.promo_applied ? booking.promo_details : null, fare.tripCost, booking.tariff)
  const toPay = fare.tripCost - discount
  const held = booking.usedWalletMoney
  const reaches = booking.payment_mode === 'wallet' ? held + Math.max(0, balance) : held
  const wallet = Math.min(reaches, toPay)
  const more = Math.max(0, wallet - held)
  const taken = more > 0 ? [hold(booking.id, booking.customer, more)] : []
  const card = Math.min(booking.cardPaymentAmount, toPay - wallet)
  const payable = toPay - wallet - card
  const refund = booking.cardPaymentAmount - card
  const amounts = {
    trip_cost: fare.tripCost,
    convenience_fees: fare.convenienceFees,
    driver_share: fare.driverShare,
    discount_amount: discount,
    usedWalletMoney: wallet,
    cardPaymentAmount: card,
    cashPaymentAmount: booking.cashPaymentAmount,
    cash_taken_by: booking.cash_taken_by,
    writtenOff: booking.writtenOff,
  }
  const waitsForCash = booking.payment_mode === 'cash' && unpaidCash === 'REACHED'
  if (payable === 0 && !(waitsForCash && booking.debtDue > 0)) {
    const settled = settle(booking, { ...amounts, surplus: held + more - wallet }, now)
    return {
      ...settled,
      postings: [...taken, ...settled.postings],
      to: 'PAID',
      patch: { ...settled.patch, customer_paid: toPay, ...(booking.debtDue > 0 ? { debtDue: 0 } : {}) },
      driver: 'free',
      ...(refund > 0 ? { refund } : {}),
    }
  }
  const patch = { ...amounts, customer_paid: toPay, payableAmount: payable }
  return waitsForCash
    ? {
        to: 'REACHED',
        patch,
        notices: [
          notifyCustomer(booking, 'notice_reached', { total: majorAmount(booking, payable + booking.debtDue) }),
        ],
      }
    : {
        to: 'PENDING',
        patch,
        driver: 'free',
        notices: [notifyCustomer(booking, 'notice_payment_due', { total: majorAmount(booking, payable) })],
        ...(taken.length > 0 ? { postings: taken } : {}),
      }
}
