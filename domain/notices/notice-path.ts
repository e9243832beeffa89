import type { Role } from '../kit/endpoint.ts'
import type { Screen } from '../live/live-events.ts'

/** What decides where a notice leads. */
export interface AimedNotice {
  readonly message: string
  readonly screen: Screen
  readonly bookingId: string | null
}

/** Notices for admins about a payment that needs a person. */
const ofPayments = [
  'notice_payment_review',
  'notice_payment_charged_back',
  'notice_refund_claim',
  'notice_refund_failed_unpaid',
  'notice_refund_silent',
  'notice_refund_accepted_late',
  'notice_refund_made_late',
  'notice_refund_late_failed',
  'notice_refund_credit_waits',
]

/** For admins: a refund failed and is in the wallet. The page of its booking shows it; a top-up has no booking. */
const ofCreditedRefund = 'notice_refund_failed'

/** Notices for admins about money that a second admin decides on. */
const ofCredits = ['notice_credit_waits']

/** Notices for admins about who got access to the office. */
const ofAccess = ['notice_admin_added']

/** Notices for admins about a person in danger. */
const ofSafety = ['notice_alert_rider', 'notice_alert_driver']

/** The office's list with the booking opened beside it. */
const inOffice = (bookingId: string | null): string =>
  bookingId === null ? '/bookings' : `/bookings?id=${encodeURIComponent(bookingId)}`

/** The page of a trip with its chat open [design/chat-8]. */
export const chatPath = (bookingId: string): string => `/trips/${encodeURIComponent(bookingId)}?chat=open`

/** The path of the web app that a notice opens for this reader [notices-1]. */
export const noticePath = ({ message, screen, bookingId }: AimedNotice, role: Role): string => {
  if (role === 'admin' && ofPayments.includes(message)) return '/payments'
  if (role === 'admin' && message === ofCreditedRefund && bookingId === null) return '/payments'
  if (role === 'admin' && ofCredits.includes(message)) return '/addtowallet'
  if (role === 'admin' && ofSafety.includes(message)) return '/safety'
  if (role === 'admin' && ofAccess.includes(message)) return '/audit'
  if (screen === 'security') return '/security'
  if (role === 'admin' || role === 'fleetadmin') return inOffice(bookingId)
  switch (screen) {
    case 'wallet':
      return '/wallet'
    case 'DriverTrips':
      return role === 'driver' ? '/drive' : '/bookings'
    case 'documents':
      return role === 'driver' ? '/drive/join' : '/'
    case 'BookingCab':
    case 'BookedCab':
      return bookingId === null ? '/' : `/trips/${encodeURIComponent(bookingId)}`
    case 'onlineChat':
      return bookingId === null ? '/' : chatPath(bookingId)
  }
}
