import type { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import type { Status } from '@remis/domain/booking/statuses'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../../platform/database/audit.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { lockBooking } from '../booking-rows.ts'

/** The statuses in which the customer has the code too [design/access-5]. */
const worth: readonly Status[] = ['ACCEPTED', 'ARRIVED']

/**
 * Reveals the trip code to an admin. Reveal and audit row are one transaction: no audit, no code [design/access-14].
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
