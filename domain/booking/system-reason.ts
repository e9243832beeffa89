/** The fixed reason for a cancel of PAYMENT_PENDING [booking-44]. */
export const incompleteBooking = 'incomplete_booking'

export const expiredBooking = 'booking_expired'

/** The fixed reason of a no-show [design/moves-35]. */
export const noShowReason = 'rider_no_show'

/** The booking's rider or driver was suspended or archived by the office [design/people-6]. */
export const personLeft = 'ended_by_office'

/** Reasons that no person wrote: message keys, stored as they are and shown in the reader's language. */
export type SystemReason = typeof incompleteBooking | typeof expiredBooking | typeof noShowReason | typeof personLeft

export const isSystemReason = (reason: string): reason is SystemReason =>
  reason === incompleteBooking || reason === expiredBooking || reason === noShowReason || reason === personLeft
