import type { Booking } from '@remis/domain/booking/booking'
import { searchState } from '@remis/domain/dispatch/search'
import { bookingAudience } from '@remis/domain/live/live-events'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import { addToOutbox, type Room } from '../../platform/live/outbox.ts'
import { findBooking, lockNewBookingIfFree } from '../../booking/booking-rows.ts'
import { closeSearchOffers } from '../offers/change-offers.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { findDrivers, type FoundDrivers } from './find-drivers.ts'
import { insertRecord, toRecorded } from './record-store.ts'
import { isEndNotNotified, listOver } from './search-store.ts'

/**
 * Ends a search without a driver: closes its offers, stores the last record, notifies the customer, updates screens.
 */
const end = async (app: DispatchDeps, tx: Tx, booking: Booking, { considered }: FoundDrivers): Promise<void> => {
  await closeSearchOffers(tx, booking.id)
  await insertRecord(tx, booking.id, {
    search: booking.searches,
    wave: null,
    offered: 0,
    // Those who could not be asked; the asked ones are in earlier records.
    considered: considered.filter(({ reason }) => reason !== null).map((one) => toRecorded(one)),
  })
  await app.notify(tx, [
    {
      user: booking.customer,
      message: 'notice_no_driver',
      params: {},
      screen: 'BookingCab',
      bookingId: booking.id,
    },
  ])
  // No booking event: the version stays, only its search state changes.
  await addToOutbox(tx, { kind: 'booking', subject: booking.id, audience: bookingAudience(booking) as Room[] })
}

const endOne = async (app: DispatchDeps, id: string): Promise<void> => {
  const over = await findBooking(app.db.jobs, id)
  if (over === null) return
  const found = await findDrivers(app, over)
  await app.db.transact(async (tx) => {
    const booking = await lockNewBookingIfFree(tx, id)
    if (booking === null) return
    const isOver = searchState(booking, await nowMs(tx))?.state === 'no-driver'
    if (isOver && (await isEndNotNotified(tx, id))) await end(app, tx, booking, found)
  })
}

/**
 * Ends searches that are over: the booking stays NEW and shows no-driver [design/dispatch-11]. One that fails does not
 * stop the others; the next turn tries it again.
 */
export const endSearches = (app: DispatchDeps, perPage: number): Promise<void> =>
  eachDue(
    perPage,
    (limit, except) => listOver(app.db.jobs, limit, except),
    ({ id }) =>
      endOne(app, id).catch((error: unknown) =>
        app.log.warn({ err: error, bookingId: id }, 'could not end the search of a booking'),
      ),
    app.config.limits.dispatch.bookingsInParallel,
  )
