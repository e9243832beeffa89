import type { BookingView } from '@remis/domain/booking/booking-api'
import { paidByCustomer } from '@remis/domain/booking/payment-packet'

export interface EarlierCorrection {
  readonly direction: 'back' | 'charge'
  readonly amount: number
}

/**
 * What the dialog of a correction begins with. A charge is proposed only where the difference of a capped fare waits
 * and none of it was charged yet [design/moves-65]; a quote that was held is final [design/moves-67]. `paid`: with the
 * earlier corrections, and with a return fee, which is given back in the same way [design/delivery-33]; major units.
 */
export const correctionStart = (
  booking: Pick<BookingView, 'fare' | 'returnFee'> & Parameters<typeof paidByCustomer>[0],
  earlier: readonly EarlierCorrection[],
): { readonly direction: 'back' | 'charge'; readonly paid: number } => {
  const waits = booking.fare?.charged === 'capped' && !earlier.some(({ direction }) => direction === 'charge')
  const corrected = earlier.reduce((sum, { direction, amount }) => sum + (direction === 'back' ? -amount : amount), 0)
  const paid = (paidByCustomer(booking) ?? 0) + (booking.returnFee ?? 0) + corrected
  return { direction: waits ? 'charge' : 'back', paid: Math.max(0, paid) }
}
