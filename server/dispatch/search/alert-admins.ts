import type { Booking } from '@remis/domain/booking/booking'
import { room } from '@remis/domain/live/live-events'
import { listAdmins } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import { lockNewBookingIfFree } from '../../booking/booking-rows.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { listAssignedDrivers } from '../offers/find-offers.ts'
import { isUnassigned, listUnassigned, recordAlert } from './search-store.ts'

/** Notifies every admin that this booking needs a driver, and updates it on their screens. */
const alertAdmins = async (app: DispatchDeps, tx: Tx, booking: Booking): Promise<void> => {
  const params = { booking: booking.id, time: booking.tripdate, pickup: booking.pickup.add }
  await app.notify(
    tx,
    (await listAdmins(tx)).map((user) => ({
      user,
      message: 'notice_needs_driver' as const,
      params,
      screen: 'BookingCab' as const,
      bookingId: booking.id,
    })),
  )
  await recordAlert(tx, booking.id)
  await addToOutbox(tx, { kind: 'booking', subject: booking.id, audience: [room.admins] })
}

/**
 * Call when a reserved driver has declined or left. Before the release it alerts admins, unless another driver is
 * reserved; after the release the sweep of bookings without a driver does. Admins' screens reload the booking.
 */
export const alertUnreserved = async (app: DispatchDeps, tx: Tx, booking: Booking): Promise<void> => {
  const { id, status, releasedAt } = booking
  const waits = status === 'NEW' && releasedAt === null
  if (waits && (await listAssignedDrivers(tx, id)).length === 0) await alertAdmins(app, tx, booking)
  else await addToOutbox(tx, { kind: 'booking', subject: id, audience: [room.admins] })
}

/**
 * Sweep: alerts admins once for each time that a released booking has no open offer: its search has ended, an
 * assigned driver did not accept, or autoDispatch is off [design/dispatch-24].
 */
export const alertUnassigned = async (app: DispatchDeps, perPage: number): Promise<void> => {
  const { autoDispatch } = await app.settings.current()
  await eachDue(
    perPage,
    (limit, except) => listUnassigned(app.db.jobs, autoDispatch, limit, except),
    ({ id }) =>
      app.db
        .transact(async (tx) => {
          const booking = await lockNewBookingIfFree(tx, id)
          if (booking !== null && (await isUnassigned(tx, id, autoDispatch))) await alertAdmins(app, tx, booking)
        })
        .catch((error: unknown) => app.log.warn({ err: error, bookingId: id }, 'could not alert the admins')),
    app.config.limits.dispatch.bookingsInParallel,
  )
}
