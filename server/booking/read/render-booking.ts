import type { BookingView } from '@remis/domain/booking/booking-api'
import { batch } from '../../platform/database/batch.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { selectBookings } from '../booking-rows.ts'
import { isDemo, maySee, seeEach, type Viewer } from './view-booking.ts'

interface Look {
  readonly id: string
  readonly viewer: Viewer
}

type Deps = Pick<BookingDeps, 'config' | 'db' | 'settings'>

const see = async (app: Deps, looks: readonly Look[]): Promise<(BookingView | null)[]> => {
  const bookings = await selectBookings(app.db.jobs, [...new Set(looks.map(({ id }) => id))])
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const allowed = looks.flatMap((look) => {
    const booking = byId.get(look.id)
    return booking !== undefined && maySee(booking, look.viewer) ? [{ booking, viewer: look.viewer, look }] : []
  })
  const views = await seeEach(app, app.db.jobs, allowed, await isDemo(app))
  const seen = new Map(allowed.map(({ look }, index) => [look, views[index]]))
  return looks.map((look) => seen.get(look) ?? null)
}

/**
 * A live event's booking as its listener sees it now, or null for who may not see it (any more). Being the newest view,
 * it may already carry a later version than the event that caused it; the later event then repeats it.
 */
export const renderBookings = (app: Deps) => {
  const ask = batch((looks: readonly Look[]) => see(app, looks))
  return (id: string, viewer: Viewer): Promise<BookingView | null> => ask({ id, viewer })
}
