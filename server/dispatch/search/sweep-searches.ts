import { eachPage } from '../../platform/jobs/each-due.ts'
import type { SweepTask } from '../../platform/jobs/sweeper.ts'
import { listSearching } from '../../booking/sweeps/due-bookings.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { alertUnassigned } from './alert-admins.ts'
import { askNext } from './ask-next.ts'
import { endSearches } from './end-searches.ts'
import { recentChecks } from './recent-checks.ts'

/** Bookings that are read at a time [design/dispatch-9]. */
const readAtOnce = 500

/**
 * Asks the next drivers of each searching booking, ends searches that are over, and alerts admins. Each on its own
 * timer: when many searches end at once, the waves of the others stay on time. Several nodes may run them: each booking
 * is locked and checked again.
 */
export const searchSweeps = (app: DispatchDeps, perPage = readAtOnce) => {
  const { sweepSeconds, checkAgainSeconds } = app.config.limits.dispatch
  const everyMs = sweepSeconds * 1000
  const mayCheck = recentChecks(checkAgainSeconds * 1000)
  return {
    'searches for drivers': {
      everyMs,
      run: () =>
        eachPage(
          perPage,
          (limit, except) => listSearching(app.db.jobs, { limit, except }),
          (bookings) => askNext(app, bookings, mayCheck),
        ),
    },
    'searches that are over': { everyMs, run: () => endSearches(app, perPage) },
    'bookings without a driver': { everyMs, run: () => alertUnassigned(app, perPage) },
  } satisfies Record<string, SweepTask>
}
