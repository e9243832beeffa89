import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { AppError } from '@remis/domain/messages/app-error'
import { declineOffer } from '../../dispatch/offers/change-offers.ts'
import { alertUnreserved } from '../../dispatch/search/alert-admins.ts'
import { askNextAfterDecline } from '../../dispatch/search/ask-next.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { lockBooking } from '../booking-rows.ts'

/**
 * Closes the driver's offer and keeps it declined; the booking stays NEW. Declining twice changes nothing
 * [design/moves-41].
 */
export const declineBooking: UseCase<BookingDeps, typeof bookingsApi.decline> = async (app, call) => {
  const reply = await call.commit(async (tx) => {
    const booking = await lockBooking(tx, call.params.id)
    await app.failpoint.at('decline.locked')
    const declined = booking === null ? null : await declineOffer(tx, booking.id, call.who.id)
    if (booking === null || declined === null) throw new AppError(404, 'not_found')
    if (declined.wasAssigned) await alertUnreserved(app, tx, booking)
    return {}
  })
  await askNextAfterDecline(app, call.params.id)
  return reply
}
