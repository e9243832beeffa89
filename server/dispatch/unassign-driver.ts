import type { assignApi } from '@remis/domain/dispatch/assign-api'
import { room } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import { lockBooking } from '../booking/booking-rows.ts'
import type { BookingDeps } from '../booking/booking-deps.ts'
import { addAudit } from '../platform/database/audit.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { addToOutbox } from '../platform/live/outbox.ts'
import { reportReservationOver } from './offers/change-offers.ts'
import { updateUnassigned } from './offers/offer-store.ts'

/**
 * Takes a NEW booking back from an assigned driver, before or after its release [design/dispatch-76]. The lock of the
 * booking decides between it and an accept.
 */
export const unassignDriver: UseCase<BookingDeps, typeof assignApi.unassign> = (app, call) =>
  call.commit(async (tx) => {
    const { id: bookingId } = call.params
    const { driver } = call.body
    const booking = await lockBooking(tx, bookingId)
    await app.failpoint.at('unassign.locked')
    if (booking === null) throw new AppError(404, 'not_found')
    if (booking.status !== 'NEW' || !(await updateUnassigned(tx, bookingId, driver)))
      throw new AppError(409, 'booking_moved_on')
    await reportReservationOver(app, tx, booking, driver)
    await addToOutbox(tx, { kind: 'booking', subject: bookingId, audience: [room.admins] })
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'booking.unassign',
      subject: `booking:${bookingId}`,
      data: { driver },
    })
    await app.failpoint.at('unassign.before_commit')
    return {}
  })
