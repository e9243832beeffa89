import type { NoticeView } from '@remis/domain/notices/notices-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { paths } from '../../paths.ts'

export type Aimed = Pick<NoticeView, 'message' | 'screen' | 'bookingId'>

/** Notices for admins about a payment that needs a person. */
const ofPayments = ['notice_payment_review', 'notice_refund_claim']

/** The office's list with the booking opened beside it. */
const inOffice = (bookingId: string | null): string =>
  bookingId === null ? paths.bookings() : `${paths.bookings()}?id=${encodeURIComponent(bookingId)}`

/** The address that a notice opens for this reader [notices-1]. */
export const noticeTarget = ({ message, screen, bookingId }: Aimed, role: Role): string => {
  if (ofPayments.includes(message)) return paths.reviews()
  if (screen === 'security') return paths.security()
  if (role === 'admin' || role === 'fleetadmin') return inOffice(bookingId)
  switch (screen) {
    case 'wallet':
      return paths.wallet()
    case 'DriverTrips':
      return role === 'driver' ? paths.drive() : paths.bookings()
    case 'documents':
      return role === 'driver' ? paths.join() : paths.home()
    case 'BookingCab':
    case 'BookedCab':
    case 'onlineChat':
      return bookingId === null ? paths.home() : paths.trip(bookingId)
  }
}

/**
 * Whether the open screen already says it: its own target. Money that moved and reasons that no screen shows are always
 * said [design/live-61].
 */
export const isSaidBy = (pathname: string, notice: Aimed, role: Role): boolean =>
  quiet.has(notice.message) && noticeTarget(notice, role) === pathname

const quiet: ReadonlySet<string> = new Set([
  'notice_new_booking',
  'notice_reservation_over',
  'notice_accepted',
  'notice_arrived',
  'notice_started',
  'notice_reached',
  'notice_paid_rider',
  'notice_payment_due',
  'notice_cancelled_rider',
  'notice_cancelled_driver',
  'notice_cancelled_office',
  'notice_no_driver',
  'notice_expired',
  'notice_password_changed',
  'notice_second_step_added',
  'notice_second_step_removed',
  'notice_recovery_codes',
  'notice_social_linked',
  'notice_social_removed',
])
