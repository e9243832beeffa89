import type { Booking } from '@remis/domain/booking/booking'
import { assignedLife, checkAssignable } from '@remis/domain/dispatch/assignable-drivers'
import type { assignApi } from '@remis/domain/dispatch/assign-api'
import { searchState } from '@remis/domain/dispatch/search'
import { kmBetween } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../platform/database/audit.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import type { BookingDeps } from '../booking/booking-deps.ts'
import { lockBooking, findBooking } from '../booking/booking-rows.ts'
import { viewBookingFor } from '../booking/read/view-booking.ts'
import { assignOffer } from './offers/assign-offer.ts'
import { lockDriverFacts, listDriverFacts } from './drivers/driver-facts.ts'
import { loadDriverIndex } from './search/find-drivers.ts'
import { pickupSecondsOf } from './drivers/pickup-seconds.ts'

/** Seconds by road to the pickup, null where the maps gave none. Runs before the transaction. */
const pickupSecondsFor = async (app: BookingDeps, booking: Booking, id: string): Promise<number | null> => {
  await loadDriverIndex(app)
  const [driver] = await listDriverFacts(app.db.request, app, [id])
  if (driver === undefined) return null
  return (await pickupSecondsOf(app, booking.pickup, [{ driver, km: null, reason: null }])).get(id) ?? null
}

/**
 * Assigns a driver to a NEW booking, with autoDispatch on only while no search runs [design/dispatch-20]; a booking for
 * later is reserved for its release. Locks booking, then driver, so an accept comes before (409) or after.
 */
export const assignDriver: UseCase<BookingDeps, typeof assignApi.assign> = async (app, call) => {
  const { params, body, who } = call
  const settings = await app.settings.current()
  const unlocked = await findBooking(app.db.request, params.id)
  if (unlocked === null) throw new AppError(404, 'not_found')
  const pickupTime = await pickupSecondsFor(app, unlocked, body.driver)
  return call.commit(async (tx) => {
    const booking = await lockBooking(tx, params.id)
    await app.failpoint.at('assign.locked')
    if (booking === null) throw new AppError(404, 'not_found')
    if (booking.status !== 'NEW') throw new AppError(409, 'booking_moved_on')
    const driver = await lockDriverFacts(tx, app, body.driver)
    const now = await nowMs(tx)
    if (settings.autoDispatch && searchState(booking, now)?.state === 'searching')
      throw new AppError(422, 'auto_dispatch_on')
    const fault = driver === null ? 'unknown' : checkAssignable(driver, booking, settings, now)
    if (driver === null || fault !== null)
      throw new AppError(422, 'driver_not_assignable', { fields: { driver: fault ?? 'unknown' } })
    const life = assignedLife(booking, app.config.limits.dispatch.assignedOfferMinutes, now)
    const km = driver.position === null ? 0 : kmBetween(driver.position, booking.pickup)
    await assignOffer(app, tx, booking, { driver: driver.id, km, pickupTime, ...life, now })
    await addAudit(tx, {
      actor: who,
      address: call.address,
      action: 'booking.assign',
      subject: `booking:${booking.id}`,
      data: { driver: driver.id, ...life },
    })
    await app.failpoint.at('assign.before_commit')
    const view = await viewBookingFor(app, tx, booking, who, now)
    return { booking: view, message: 'driver_assigned' as const, acceptFrom: life.opensAt, expiresAt: life.expiresAt }
  })
}
