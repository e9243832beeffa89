import { discountOf } from '../../promos/promo.ts'
import type { Fare } from '../../fare/tariff.ts'
import type { Booking } from '../booking.ts'
import type { Change } from '../move.ts'
import { settle } from './settle.ts'
import { shown, tellCustomer } from './tell.ts'

type End = Pick<Change, 'to' | 'patch' | 'driver' | 'postings' | 'notices' | 'refund'>

/**
 * What the end of a trip costs whom (design §7): D again on the final G, W = min(H, G − D), then C of what was paid by
 * card, the rest is payable. Nothing left to pay: PAID with its settlement in the same change, a hold's surplus goes
 * back to the wallet and a card's surplus is refunded. Unpaid cash waits in `unpaidCash`, anything else in PENDING.
 */
export const endTrip = (booking: Booking, fare: Fare, unpaidCash: 'REACHED' | 'PENDING', now: number): End => {
  const discount = discountOf(booking.promo_applied ? booking.promo_details : null, fare.tripCost, booking.tariff)
  const toPay = fare.tripCost - discount
  const wallet = Math.min(booking.usedWalletMoney, toPay)
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
    writtenOff: booking.writtenOff,
  }
  if (payable === 0) {
    const settled = settle(booking, { ...amounts, surplus: booking.usedWalletMoney - wallet }, now)
    return {
      ...settled,
      to: 'PAID',
      patch: { ...settled.patch, customer_paid: toPay },
      driver: 'free',
      ...(refund > 0 ? { refund } : {}),
    }
  }
  const patch = { ...amounts, customer_paid: toPay, payableAmount: payable }
  const total = { total: shown(booking, payable) }
  return booking.payment_mode === 'cash' && unpaidCash === 'REACHED'
    ? { to: 'REACHED', patch, notices: [tellCustomer(booking, 'notice_reached', total)] }
    : { to: 'PENDING', patch, driver: 'free', notices: [tellCustomer(booking, 'notice_payment_due', total)] }
}
