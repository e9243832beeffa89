import { release } from '@remis/domain/booking/moves/release'
import { searchAgain } from '@remis/domain/booking/moves/search-again'
import { findDrivers } from '../../dispatch/search/find-drivers.ts'
import { offerToDrivers } from '../../dispatch/offers/offer-to-drivers.ts'
import { openReserved } from '../../dispatch/search/open-reserved.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBooking } from '../booking-rows.ts'
import { system, type Moved } from '../moves/execute-move.ts'
import { listToRelease, listWaiting } from './due-bookings.ts'
import { moveEach, type SweepMove } from './move-each.ts'
import { expiryOf } from './tidy-bookings.ts'

/** Bookings that are read at a time [design/dispatch-23]. */
const perPage = 100

/** Searches drivers before the transaction, since it calls the maps; the move's transaction adds the offers. */
const withOffers = (app: BookingDeps, name: string) => async (id: string) => {
  const booking = await findBooking(app.db.jobs, id)
  if (booking === null) return null
  const found = await findDrivers(app, booking)
  await app.failpoint.at(`${name}.found`)
  return async (tx: Tx, { booking: moved, now, assigned }: Moved): Promise<void> => {
    if (assigned.length > 0) await openReserved(app, tx, moved, assigned)
    await offerToDrivers(tx, app, moved, found, now)
  }
}

/** Makes the sweep's move for each booking and offers it to the drivers found. */
const moveWithOffers = (app: BookingDeps, sweep: Pick<SweepMove, 'name' | 'list' | 'decide'>): Promise<void> =>
  moveEach(app, {
    ...sweep,
    perPage,
    parallel: app.config.limits.dispatch.bookingsInParallel,
    prepare: withOffers(app, sweep.name),
  })

/** Sweep: makes bookings for later dispatchable at their release time, once each [invariants-T11]. */
export const releaseBookings = async (app: BookingDeps): Promise<void> => {
  const settings = await app.settings.current()
  const expiry = expiryOf(app)
  await moveWithOffers(app, {
    name: 'release',
    list: (page) => listToRelease(app.db.jobs, expiry.newMinutes, page),
    decide: (booking, now, assigned) =>
      release(booking, system, { settings, reserved: assigned.length > 0, expiry }, now),
  })
}

/**
 * Sweep: starts a search for waiting bookings once autoDispatch is on and no assigned driver can still accept
 * [design/dispatch-12].
 */
export const searchWaiting = async (app: BookingDeps): Promise<void> => {
  const settings = await app.settings.current()
  if (!settings.autoDispatch) return
  const expiry = expiryOf(app)
  await moveWithOffers(app, {
    name: 'take-up',
    list: (page) => listWaiting(app.db.jobs, expiry.newMinutes, page),
    decide: (booking, now, assigned) =>
      searchAgain(booking, system, { settings, assigned: assigned.length > 0, expiry }, now),
  })
}
