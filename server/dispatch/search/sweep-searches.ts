import { eachPage } from '../../platform/jobs/each-due.ts'
import type { SweepTask } from '../../platform/jobs/sweeper.ts'
import { listSearching } from '../../booking/booking-rows.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { alertUnassigned } from './alert-admins.ts'
import { askNext } from './ask-next.ts'
import { endSearches } from './end-searches.ts'

/** Bookings that are read at a time [design/dispatch-9]. */
const readAtOnce = 500

/**
 * Refuses a look within `ms` of the last one at the same search: the sweep runs each second, so that waves are on time,
 * and most searches have already asked all drivers in reach. An offer that expired since the last look is renewed at
 * once: its driver's screen shows nothing until then [design/dispatch-73]. A search that is no longer listed is dropped
 * from the map.
 */
const recentLooks = (ms: number) => {
  const looks = new Map<string, number>()
  return (id: string, now: number, expiredAt: number): boolean => {
    for (const [known, at] of looks) if (Math.abs(now - at) >= ms) looks.delete(known)
    if (expiredAt <= (looks.get(id) ?? -Infinity)) return false
    looks.set(id, now)
    return true
  }
}

/**
 * Asks the next drivers of each searching booking, ends searches that are over, and alerts admins. Each on its own
 * timer: when many searches end at once, the waves of the others stay on time. Several nodes may run them: each booking
 * is locked and checked again.
 */
export const searchSweeps = (app: DispatchDeps, perPage = readAtOnce) => {
  const { sweepSeconds, lookAgainSeconds } = app.config.limits.dispatch
  const everyMs = sweepSeconds * 1000
  const mayLook = recentLooks(lookAgainSeconds * 1000)
  return {
    'searches for drivers': {
      everyMs,
      run: () =>
        eachPage(
          perPage,
          (limit, except) => listSearching(app.db.jobs, { limit, except }),
          (bookings) => askNext(app, bookings, mayLook),
        ),
    },
    'searches that are over': { everyMs, run: () => endSearches(app, perPage) },
    'bookings without a driver': { everyMs, run: () => alertUnassigned(app, perPage) },
  } satisfies Record<string, SweepTask>
}
