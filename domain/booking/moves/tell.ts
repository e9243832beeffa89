import { toMajor } from '../../kit/money.ts'
import type { Screen } from '../../live/live-events.ts'
import type { NoticeKey } from '../../notices/notice-texts.ts'
import type { NoticeDraft } from '../../notices/notice.ts'
import type { Booking } from '../booking.ts'

type Params = NoticeDraft['params']

const tell = (user: string, message: NoticeKey, params: Params, screen: Screen, booking: Booking): NoticeDraft => ({
  user,
  message,
  params,
  screen,
  bookingId: booking.id,
})

export const tellCustomer = (booking: Booking, message: NoticeKey, params: Params = {}): NoticeDraft =>
  tell(booking.customer, message, params, 'BookedCab', booking)

/** Empty for a booking without a driver. */
export const tellDriver = (
  booking: Booking,
  message: NoticeKey,
  params: Params = {},
  screen: Screen = 'DriverTrips',
): NoticeDraft[] => (booking.driver === null ? [] : [tell(booking.driver, message, params, screen, booking)])

/** Amounts in notices are major units; the reader's language formats them. */
export const shown = (booking: Booking, minor: number): number => toMajor(minor, booking.tariff.exponent)
