import type { Role } from '@remis/domain/kit/endpoint'
import { noticePath, type AimedNotice } from '@remis/domain/notices/notice-path'
import { paths } from '../../paths.ts'

/**
 * The path that a notice opens here. The chat of the trip that a driver is on opens on the driver's screen, which has
 * the steps of the trip [design/chat-8].
 */
export const targetOf = (notice: AimedNotice, role: Role, activeTrip: string | null): string =>
  role === 'driver' && notice.screen === 'onlineChat' && activeTrip !== null && notice.bookingId === activeTrip
    ? paths.driveChat()
    : noticePath(notice, role)

/**
 * Whether the open screen already says it: its own target, and for red alerts every screen, by the bar above it. Money
 * that moved and reasons that no screen shows are always said [design/live-61].
 */
export const isSaidBy = (pathname: string, notice: AimedNotice, role: Role): boolean =>
  inAlarmBar.has(notice.message) || (quiet.has(notice.message) && noticePath(notice, role) === pathname)

/** Where a notice that arrives is shown. The bell counts and lists it in each case. */
export const placeOf = (
  pathname: string,
  notice: AimedNotice & { readonly fresh: boolean },
  role: Role,
): 'screen' | 'toast' | 'bell' => (isSaidBy(pathname, notice, role) ? 'screen' : notice.fresh ? 'toast' : 'bell')

/**
 * Whether a page is the target of a notice: its path, with all parameters of the target. Both are without the origin.
 */
export const isOpenAt = (target: string, page: string): boolean => {
  const [wanted, open] = [target, page].map((path) => new URL(path, 'http://localhost')) as [URL, URL]
  return (
    wanted.pathname === open.pathname &&
    [...wanted.searchParams].every(([name, value]) => open.searchParams.get(name) === value)
  )
}

/** Of red alerts, for admins alone. */
const inAlarmBar: ReadonlySet<string> = new Set(['notice_alert_rider', 'notice_alert_driver'])

const quiet: ReadonlySet<string> = new Set([
  'notice_new_booking',
  'notice_assigned',
  'notice_reservation_over',
  'notice_accepted',
  'notice_arrived',
  'notice_arrived_no_code',
  'notice_started',
  'notice_reached',
  'notice_delivered',
  'notice_parcel_back',
  'notice_paid_rider',
  'notice_nothing_due',
  'notice_payment_due',
  'notice_cancelled_rider',
  'notice_cancelled_driver',
  'notice_cancelled_office',
  'notice_ended_office',
  'notice_no_driver',
  'notice_expired',
  'notice_password_changed',
  'notice_second_step_added',
  'notice_second_step_removed',
  'notice_recovery_codes',
  'notice_social_linked',
  'notice_social_removed',
])
