import type { Minor } from '../../kit/money.ts'
import { chargeRider, holdRelease } from '../../wallet/postings.ts'
import type { Booking } from '../booking.ts'
import type { Change } from '../move.ts'

type End = Pick<Change, 'to' | 'patch' | 'driver' | 'offers' | 'postings' | 'refund' | 'promo'>

/** Where a fee is collected that the booking's own money does not cover. */
export interface FeeCollection {
  /** the rider's balance, read under the lock of the wallet, minor units */
  readonly balance: Minor
  /** the driver gets the whole fee at once */
  readonly guaranteed: boolean
}

const emptyWallet: FeeCollection = { balance: 0, guaranteed: false }

/**
 * The common part of cancel, expire and an abort without a fare. The fee goes to the driver, first from the hold, then
 * from prepaid card money, then from the rider's wallet, and the rest is a debt; what remains of the hold goes back and
 * what remains of the card payment is refunded [design/money-20]. The promo is released, offers close, the search ends
 * and the driver, if there is one, is free.
 */
export const endUnpaid = (booking: Booking, fee: Minor, now: number, from: FeeCollection = emptyWallet): End => {
  const held = booking.usedWalletMoney
  const card = booking.cardPaymentAmount
  const fromHeld = Math.min(fee, held)
  const fromCard = Math.min(fee - fromHeld, card)
  const postings = [
    ...(fee > 0 && booking.driver !== null
      ? chargeRider({
          kind: 'cancellation-fee',
          bookingId: booking.id,
          rider: booking.customer,
          driver: booking.driver,
          toDriver: fee,
          toRevenue: 0,
          fromPrepayments: fromHeld + fromCard,
          ...from,
        })
      : []),
    ...(held > fromHeld ? [holdRelease(booking.id, booking.customer, held - fromHeld)] : []),
  ]
  return {
    to: 'CANCELLED',
    patch: {
      usedWalletMoney: fromHeld,
      cardPaymentAmount: fromCard,
      customer_paid: fee,
      payableAmount: 0,
      cancelledAt: now,
      searchStartedAt: null,
      searchUntil: null,
    },
    offers: { accepted: null },
    ...(postings.length > 0 ? { postings } : {}),
    ...(card > fromCard ? { refund: card - fromCard } : {}),
    ...(booking.promo_applied ? { promo: 'release' as const } : {}),
    ...(booking.driver === null ? {} : { driver: 'free' as const }),
  }
}
