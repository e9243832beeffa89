import type { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import type { Status } from '@remis/domain/booking/statuses'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../../platform/database/audit.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { lockBooking } from '../booking-rows.ts'

/** While the code is worth something: before ACCEPTED even its rider does not see it (design §10). */
const worth: readonly Status[] = ['ACCEPTED', 'ARRIVED']

/**
 * design §10: the code is masked for admins, who may reveal it. What they are shown and the row that says so are one
 * commit: a look that cannot be written down is not given.
 */
export const revealTripCode: UseCase<Platform, typeof tripCodesApi.reveal> = async (_app, call) =>
  call.commit(async (tx) => {
    const booking = await lockBooking(tx, call.params.id)
    if (booking === null) throw new AppError(404, 'not_found')
    if (!worth.includes(booking.status)) throw new AppError(409, 'booking_moved_on')
    await addAudit(tx, {
      actor: { id: call.who.id, role: call.who.role },
      address: call.address,
      action: 'trip-code.reveal',
      subject: `booking:${booking.id}`,
      data: { version: booking.version },
    })
    return { otp: booking.otp }
  })
