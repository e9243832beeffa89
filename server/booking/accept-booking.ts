import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { accept } from '@remis/domain/booking/moves/accept'
import { isRefusal } from '@remis/domain/booking/move'
import { AppError } from '@remis/domain/messages/app-error'
import { driverFacts, manyDriverFacts } from '../dispatch/driver-facts.ts'
import { lockOffer, readOffer } from '../dispatch/lock-offer.ts'
import { releaseOffers } from '../dispatch/release-offers.ts'
import { nowMs } from '../platform/db-clock.ts'
import type { UseCase } from '../platform/use-case.ts'
import { actorOf } from './actor-of.ts'
import type { BookingNeeds } from './booking-needs.ts'
import { selectBooking } from './booking-store.ts'
import { makeMove } from './make-move.ts'

type AcceptCall = Parameters<UseCase<BookingNeeds, typeof bookingsApi.accept>>[1]

/**
 * A booking never becomes NEW again: who comes after the first is told so without waiting in line for its lock, where a
 * crowd of a hundred would hold every connection.
 */
const refuseLate = async (app: BookingNeeds, { who, params }: AcceptCall): Promise<void> => {
  const db = app.db.request
  const booking = await selectBooking(db, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (booking.status === 'NEW') return
  const offer = await readOffer(db, params.id, who.id)
  const [driver] = offer === null ? [] : await manyDriverFacts(db, app, [who.id])
  if (driver === undefined) throw new AppError(404, 'not_found')
  const outcome = accept(booking, actorOf(who), { driver, offer }, await nowMs(db))
  if (isRefusal(outcome)) throw outcome.refuse
}

/**
 * spec 1 §4 NEW → ACCEPTED: the first of the offered drivers. The driver's row is locked after the booking's, so a
 * driver who goes offline or takes another booking at this moment comes before or after, never in between.
 */
export const acceptBooking: UseCase<BookingNeeds, typeof bookingsApi.accept> = async (app, call) => {
  await refuseLate(app, call)
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
