import { listSearching } from '../../booking/booking-rows.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { alertUnassigned } from './alert-admins.ts'
import { askNext } from './ask-next.ts'
import { endSearches } from './end-searches.ts'

/** Bookings per turn [design/dispatch-9]. */
const perTurn = 500

/**
 * Refuses a look within `ms` of the last one at the same search: the sweep runs each second, so that waves are on time, and
 * most searches have already asked all drivers in reach. A search that is no longer listed is dropped from the map.
 */
export const recentLooks = (ms: number) => {
  const looks = new Map<string, number>()
  return (id: string, now: number): boolean => {
    for (const [known, at] of looks) if (Math.abs(now - at) >= ms) looks.delete(known)
    if (looks.has(id)) return false
    looks.set(id, now)
    return true
  }
}

/**
 * A turn of the search sweep: asks the next drivers of each searching booking, and ends searches that are over. Several
 * nodes may run it: each booking is locked and checked again.
 */
export const sweepSearches = async (app: DispatchDeps, mayLook?: Parameters<typeof askNext>[2]): Promise<void> => {
  await askNext(app, await listSearching(app.db.jobs, perTurn), mayLook)
  await endSearches(app, perTurn)
  await alertUnassigned(app, perTurn)
}
