import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { accept } from '@remis/domain/booking/moves/accept'
import { isRefusal } from '@remis/domain/booking/move'
import { AppError } from '@remis/domain/messages/app-error'
import { lockedDriver, manyDriverFacts } from '../../dispatch/drivers/driver-facts.ts'
import { lockOffer, readOffers } from '../../dispatch/offers/lock-offer.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { batchPerDatabase } from '../../platform/database/batch.ts'
import { pipelined } from '../../platform/database/pipeline/pipeline.ts'
import type { Person, UseCase } from '../../platform/http/use-case.ts'
import { actorOf } from '../actor-of.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { selectBookings } from '../booking-rows.ts'
import { runMove } from './run-move.ts'

type AcceptCall = Parameters<UseCase<BookingDeps, typeof bookingsApi.accept>>[1]

interface Options {
  readonly id: string
  readonly who: Person
}

/** Of those who want bookings: why each comes too late. undefined: the booking is still to be had. */
const lateRefusals = async (app: BookingDeps, wishes: readonly Options[]): Promise<(AppError | undefined)[]> => {
  const db = app.db.request
  const bookings = await selectBookings(db, [...new Set(wishes.map(({ id }) => id))])
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const late = wishes.filter(({ id }) => byId.get(id)?.status !== 'NEW')
  if (late.length === 0) return wishes.map(() => undefined)
  const offers = await readOffers(db, late)
  const drivers = await manyDriverFacts(db, app, [...new Set(late.map(({ who }) => who.id))])
  const now = await nowMs(db)
  return wishes.map((wish) => {
    const booking = byId.get(wish.id)
    if (booking?.status === 'NEW') return undefined
    const offer = offers(wish)
    const driver = drivers.find(({ id }) => id === wish.who.id)
    // Who was never offered it is not told that there is such a booking.
    if (booking === undefined || offer === null || driver === undefined) return new AppError(404, 'not_found')
    const outcome = accept(booking, actorOf(wish.who), { driver, offer }, now)
    return isRefusal(outcome) ? outcome.refuse : undefined
  })
}

const askIfLate = batchPerDatabase(lateRefusals)

/**
 * A booking never becomes NEW again: who comes after the first is told so without waiting for its lock, where a crowd of
 * a hundred would hold every connection. Resolves with a place in the line, which has to be left.
 */
const takePlace = async (app: BookingDeps, { who, params: { id } }: AcceptCall): Promise<void> => {
  if (app.accepts.enterFirst(id)) return
  for (;;) {
    const refusal = await askIfLate(app, { id, who })
    if (refusal !== undefined) throw refusal
    if (app.accepts.enter(id)) return
    await app.accepts.change(id)
  }
}

/**
 * spec 1 §4 NEW → ACCEPTED: the first of the offered drivers. The driver's row is locked after the booking's, so a
 * driver who goes offline or takes another booking at this moment comes before or after, never in between. The driver's
 * other offers are closed by a follower of the stream (`releaseOfTakers`).
 */
export const acceptBooking: UseCase<BookingDeps, typeof bookingsApi.accept> = async (app, call) => {
  const { id } = call.params
  await takePlace(app, call)
  return runMove(app, call, {
    name: 'accept',
    facts: (tx) => pipelined([lockOffer(tx, id, call.who.id), lockedDriver(tx, call.who.id)]),
    decide: (booking, now, _, [offer, driver]) => {
      // Who was never offered it is not told that there is such a booking.
      if (offer === null || driver === null) throw new AppError(404, 'not_found')
      return accept(booking, actorOf(call.who), { driver, offer }, now)
    },
  }).finally(() => app.accepts.leave(id))
}
