import { release } from '@remis/domain/booking/moves/release'
import { searchAgain } from '@remis/domain/booking/moves/search-again'
import { findDrivers, type FoundDrivers } from '../../dispatch/search/find-drivers.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import { openReserved } from '../../dispatch/search/open-reserved.ts'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBooking, listToRelease, listWaiting, type DuePage } from '../booking-rows.ts'
import { system } from '../moves/execute-move.ts'
import { logUnmoved } from './log-unmoved.ts'
import { moveInSweep, type SweepDecide } from './move-in-sweep.ts'
import { expiryOf } from './tidy-bookings.ts'

/** Bookings that are read at a time [design/dispatch-23]. */
const perPage = 100

/** Makes the move and its first offers in the same commit. */
const moveAndOffer = async (
  app: BookingDeps,
  tx: Tx,
  id: string,
  name: string,
  decide: SweepDecide,
  found: FoundDrivers,
): Promise<void> => {
  const moved = await moveInSweep(app, tx, id, name, decide)
  if (moved instanceof CommittedRefusal) return
  const { booking, now, assigned } = moved
  if (assigned.length > 0) await openReserved(app, tx, booking, assigned)
  await offerToDrivers(tx, app, booking, found, now)
  await app.failpoint.at(`${name}.before_commit`)
}

const moveEach = async (
  app: BookingDeps,
  name: string,
  list: (page: DuePage) => Promise<{ readonly id: string }[]>,
  decide: SweepDecide,
): Promise<void> => {
  const moveOne = async (id: string): Promise<void> => {
    const booking = await findBooking(app.db.jobs, id)
    if (booking === null) return
    // It calls the maps, so it runs before the transaction; offers are made only if the search begins.
    const found = await findDrivers(app, booking)
    await app.failpoint.at(`${name}.found`)
    await app.db.transact((tx) => moveAndOffer(app, tx, id, name, decide, found))
  }
  await eachDue(
    perPage,
    (limit, except) => list({ limit, except }),
    ({ id }) => moveOne(id).catch(logUnmoved(app, name, id)),
    app.config.limits.dispatch.bookingsInParallel,
  )
}

/** Sweep: makes bookings for later dispatchable at their release time, once each [invariants-T11]. */
export const releaseBookings = async (app: BookingDeps): Promise<void> => {
  const settings = await app.settings.current()
  const expiry = expiryOf(app)
  const list = (page: DuePage) => listToRelease(app.db.jobs, expiry.newMinutes, page)
  await moveEach(app, 'release', list, (booking, now, assigned) =>
    release(booking, system, { settings, reserved: assigned.length > 0, expiry }, now),
  )
}

/**
 * Sweep: starts a search for waiting bookings once autoDispatch is on and no assigned driver can still accept
 * [design/dispatch-12].
 */
export const searchWaiting = async (app: BookingDeps): Promise<void> => {
  const settings = await app.settings.current()
  if (!settings.autoDispatch) return
  const expiry = expiryOf(app)
  const list = (page: DuePage) => listWaiting(app.db.jobs, expiry.newMinutes, page)
  await moveEach(app, 'take-up', list, (booking, now, assigned) =>
    searchAgain(booking, system, { settings, assigned: assigned.length > 0, expiry }, now),
  )
}
