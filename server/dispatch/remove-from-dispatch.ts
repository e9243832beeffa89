import { eachDue } from '../platform/jobs/each-due.ts'
import { lockBooking } from '../booking/booking-rows.ts'
import { logUnmoved } from '../booking/sweeps/log-unmoved.ts'
import type { DispatchDeps } from './dispatch-deps.ts'
import { reportReservationOver } from './offers/change-offers.ts'
import { selectAssignedOfLeavers, updateAssignedOfLeaver, type AssignedOffer } from './offers/offer-store.ts'
import { closeOffersOfDriver } from './offers/release-offers.ts'
import { alertUnreserved } from './search/alert-admins.ts'

/** Reservations per query. */
const perPage = 100

/** One transaction per booking: a failure does not stop the others, and the sweep retries it. */
const closeOne = (app: DispatchDeps, { bookingId, driver }: AssignedOffer): Promise<void> =>
  app.db
    .transact(async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      if (booking === null || !(await updateAssignedOfLeaver(tx, bookingId, driver))) return
      await reportReservationOver(app, tx, booking, driver)
      await alertUnreserved(app, tx, booking)
      await app.failpoint.at('driver-left.before_commit')
    })
    .catch(logUnmoved(app, 'close the reservation of', bookingId))

/**
 * Closes the reservations that the driver can no longer drive. Call it after the commit that changes the car type:
 * bookings are locked before people [design/data-17].
 */
export const closeLostReservations = (app: DispatchDeps, driver: string): Promise<void> =>
  eachDue(
    perPage,
    (limit, except) => selectAssignedOfLeavers(app.db.request, { limit, except, driver }),
    (offer) => closeOne(app, offer),
  )

/**
 * Removes a driver from dispatch and closes requests and reservations. Call it after the commit that archives,
 * suspends or disapproves the driver, changes the role or requests the deletion.
 */
export const removeFromDispatch = async (app: DispatchDeps, driver: string): Promise<void> => {
  app.drivers.remove(driver)
  await closeLostReservations(app, driver)
  await closeOffersOfDriver(app, driver)
}

/** Sweep: closes those of expired documents, and those a crash, an error or a race left open [design/dispatch-78]. */
export const closeReservationsOfLeavers = (app: DispatchDeps, atOnce = perPage): Promise<void> =>
  eachDue(
    atOnce,
    (limit, except) => selectAssignedOfLeavers(app.db.jobs, { limit, except }),
    (offer) => closeOne(app, offer),
  )
