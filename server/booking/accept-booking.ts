import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { accept } from '@remis/domain/booking/moves/accept'
import { AppError } from '@remis/domain/messages/app-error'
import { driverFacts } from '../dispatch/driver-facts.ts'
import { lockOffer } from '../dispatch/lock-offer.ts'
import { releaseOffers } from '../dispatch/release-offers.ts'
import type { UseCase } from '../platform/use-case.ts'
import { actorOf } from './actor-of.ts'
import type { BookingNeeds } from './booking-needs.ts'
import { makeMove } from './make-move.ts'

/**
 * spec 1 §4 NEW → ACCEPTED: the first of the offered drivers. The driver's row is locked after the booking's, so a
 * driver who goes offline or takes another booking at this moment comes before or after, never in between.
 */
export const acceptBooking: UseCase<BookingNeeds, typeof bookingsApi.accept> = async (app, call) => {
  const reply = await makeMove(app, call, {
    name: 'accept',
    decide: async (booking, now, tx) => {
      const offer = await lockOffer(tx, booking.id, call.who.id)
      const driver = offer === null ? null : await driverFacts(tx, app, call.who.id)
      // Who was never offered it is not told that there is such a booking.
      if (driver === null) throw new AppError(404, 'not_found')
      return accept(booking, actorOf(call.who), { driver, offer }, now)
    },
  })
  // After the commit, booking by booking: locking another booking in it could deadlock two drivers (design §8).
  await releaseOffers(app, call.who.id)
  return reply
}
