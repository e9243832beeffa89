import { bookingCan, type BookingLike, type Viewer } from '@remis/domain/booking/booking-status'
import { payUntil } from '@remis/domain/booking/unpaid/pay-until'

/** The message if this viewer cannot pay the booking, otherwise null. `now`: ms [design/web-180]. */
export const whyNotPayable = (
  booking: BookingLike & { readonly bookingDate: number },
  viewer: Viewer,
  now: number,
): 'pay_over' | 'payment_not_due' | null => {
  if (!bookingCan.payNow(booking, viewer)) return booking.status === 'CANCELLED' ? 'pay_over' : 'payment_not_due'
  return booking.status === 'PAYMENT_PENDING' && now >= payUntil(booking) ? 'pay_over' : null
}
