import { toMajor } from '../../kit/money.ts'
import type { Screen } from '../../live/live-events.ts'
import type { NoticeKey } from '../../notices/notice-texts.ts'
import type { NoticeDraft } from '../../notices/notice.ts'
import type { Booking } from '../booking.ts'

type Params = NoticeDraft['params']

const draft = (user: string, message: NoticeKey, params: Params, screen: Screen, booking: Booking): NoticeDraft => ({
  user,
  message,
  params,
  screen,
  bookingId: booking.id,
})

export const notifyCustomer = (booking: Booking, message: NoticeKey, params: Params = {}): NoticeDraft =>
  draft(booking.customer, message, params, 'BookedCab', booking)

/** Empty for a booking without a driver. */
export const notifyDriver = (
  booking: Booking,
  message: NoticeKey,
  params: Params = {},
  screen: Screen = 'DriverTrips',
): NoticeDraft[] => (booking.driver === null ? [] : [draft(booking.driver, message, params, screen, booking)])

/** One for each admin, with the booking and its driver. */
export const notifyOffice = (booking: Booking, admins: readonly string[], message: NoticeKey): NoticeDraft[] =>
  admins.map((user) =>
    draft(user, message, { booking: booking.id, driver: booking.driver_name ?? '' }, 'BookingCab', booking),
  )

/** An amount as notices and replies carry it: major units, formatted in the reader's language. */
export const majorAmount = (booking: Booking, minor: number): number => toMajor(minor, booking.tariff.exponent)
