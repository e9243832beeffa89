import { eachDue } from '../platform/jobs/each-due.ts'
import { lockBooking } from '../booking/booking-rows.ts'
import { logUnmoved } from '../booking/sweeps/log-unmoved.ts'
import type { DispatchDeps } from './dispatch-deps.ts'
import { addOfferEvents } from './offers/change-offers.ts'
import { selectAssignedOfLeavers, updateAssignedOfLeaver, type AssignedOffer } from './offers/offer-store.ts'
import { closeOffersOfDriver } from './offers/release-offers.ts'
import { alertUnreserved } from './search/alert-admins.ts'

/** Reservations that are read at a time. */
const perPage = 100

/** One transaction per booking: one that fails does not stop the others and is tried again by the sweep. */
const closeOne = (app: DispatchDeps, { bookingId, driver }: AssignedOffer): Promise<void> =>
  app.db
    .transact(async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      if (booking === null || !(await updateAssignedOfLeaver(tx, bookingId, driver))) return
      await addOfferEvents(tx, bookingId, [driver])
      await alertUnreserved(app, tx, booking)
      await app.failpoint.at('driver-left.before_commit')
    })
    .catch(logUnmoved(app, 'close the reservation of', bookingId))

/**
 * After the commit that archived or suspended a driver, took the approval back, changed the role or requested the
 * deletion: the driver is in no search, requests and reservations close. Bookings are locked before people
 * [design/data-17].
 */
export const leaveTheRoad = async (app: DispatchDeps, driver: string): Promise<void> => {
  app.drivers.remove(driver)
  await eachDue(
    perPage,
    (limit, except) => selectAssignedOfLeavers(app.db.request, { limit, except, driver }),
    (offer) => closeOne(app, offer),
  )
  await closeOffersOfDriver(app, driver)
}

/** Sweep: closes the reservations that a crash, an error or a race has left [design/dispatch-78]. */
export const closeReservationsOfLeavers = (app: DispatchDeps, atOnce = perPage): Promise<void> =>
  eachDue(
    atOnce,
    (limit, except) => selectAssignedOfLeavers(app.db.jobs, { limit, except }),
    (offer) => closeOne(app, offer),
  )
