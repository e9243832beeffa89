import type { BookingView } from '@remis/domain/booking/booking-api'
import type { BookingNeeds } from './booking-needs.ts'
import { selectBooking } from './booking-store.ts'
import { isDemo, maySee, seeBooking, type Viewer } from './see-booking.ts'

/**
 * A live event's booking as its listener sees it now, or null for who may not see it (any more). Being the newest view,
 * it may already carry a later version than the event that caused it; the later event then repeats it.
 */
export const renderBooking = async (
  app: Pick<BookingNeeds, 'config' | 'db' | 'settings'>,
  id: string,
  viewer: Viewer,
): Promise<BookingView | null> => {
  const booking = await selectBooking(app.db.jobs, id)
  if (booking === null || !maySee(booking, viewer)) return null
  return seeBooking(app, app.db.jobs, booking, viewer, await isDemo(app))
}
