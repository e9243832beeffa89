import type { Minor } from '../../kit/money.ts'
import { cancellationFee, holdRelease } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import type { Change } from '../move.ts'

/**
 * The money of a booking that ends unpaid (design §7): the fee to the driver, first from held, then from prepaid money,
 * the rest from the rider's wallet; then the hold goes back and the card's part is refunded. The promo is released.
 */
export const giveBack = (booking: Booking, fee: Minor): Pick<Change, 'patch' | 'postings' | 'refund' | 'promo'> => {
  const held = booking.usedWalletMoney
  const card = booking.cardPaymentAmount
  const fromHeld = Math.min(fee, held)
  const fromCard = Math.min(fee - fromHeld, card)
  const postings = [
    ...(fee > 0 && booking.driver !== null
      ? [
          cancellationFee({
            bookingId: booking.id,
            customer: booking.customer,
            driver: booking.driver,
            fee,
            fromPrepayments: fromHeld + fromCard,
          }),
        ]
      : []),
    ...(held > fromHeld ? [holdRelease(booking.id, booking.customer, held - fromHeld)] : []),
  ]
  return {
    patch: { usedWalletMoney: fromHeld, cardPaymentAmount: fromCard, customer_paid: fee, payableAmount: 0 },
    ...(postings.length > 0 ? { postings } : {}),
    ...(card > fromCard ? { refund: card - fromCard } : {}),
    ...(booking.promo_applied ? { promo: 'release' as const } : {}),
  }
}
