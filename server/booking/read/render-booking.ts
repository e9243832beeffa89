import type { BookingView } from '@remis/domain/booking/booking-api'
import { batch } from '../../platform/database/batch.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { listWithClock } from '../booking-rows.ts'
import { mayView, viewEachFor, type BookingViewer } from './view-booking.ts'

interface Pair {
  readonly id: string
  readonly viewer: BookingViewer
}

type Deps = Pick<BookingDeps, 'config' | 'db' | 'settings'>

const viewPairs = async (app: Deps, pairs: readonly Pair[]): Promise<(BookingView | null)[]> => {
  const found = await listWithClock(
    app.db.live,
    pairs.map(({ id }) => id),
  )
  const allowed = pairs.flatMap((pair, index) => {
    const booking = found[index]?.booking ?? null
    return booking !== null && mayView(booking, pair.viewer) ? [{ booking, viewer: pair.viewer, pair }] : []
  })
  const views = await viewEachFor(app, app.db.live, allowed, found[0]?.now)
  const seen = new Map(allowed.map(({ pair }, index) => [pair, views[index]]))
  return pairs.map((pair) => seen.get(pair) ?? null)
}

/**
 * The booking of a live event as its recipient may see it now; null when the recipient may no longer see it. It is the
 * newest view, so it can have a later version than the event; the later event then repeats it.
 */
export const renderBookings = (app: Deps) => {
  const view = batch((pairs: readonly Pair[]) => viewPairs(app, pairs))
  return (id: string, viewer: BookingViewer): Promise<BookingView | null> => view({ id, viewer })
}
