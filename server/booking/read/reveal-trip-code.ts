import type { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { tripCodeStatuses } from '@remis/domain/booking/statuses'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../../platform/database/audit.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { lockBooking } from '../booking-rows.ts'

/**
 * Reveals the trip code to an admin. Reveal and audit row are one transaction: no audit, no code [design/access-14].
 */
export const revealTripCode: UseCase<Platform, typeof tripCodesApi.reveal> = async (_app, call) =>
  call.commit(async (tx) => {
    const booking = await lockBooking(tx, call.params.id)
    if (booking === null) throw new AppError(404, 'not_found')
    if (!tripCodeStatuses.includes(booking.status)) throw new AppError(409, 'booking_moved_on')
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'trip-code.reveal',
      subject: `booking:${booking.id}`,
      data: { version: booking.version },
    })
    return { otp: booking.otp }
  })
