import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { accept } from '@remis/domain/booking/moves/accept'
import { isRefusal } from '@remis/domain/booking/move'
import { owesTooMuch } from '@remis/domain/dispatch/driver-debt'
import { kmBetween } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { lockDriverAndCar, listDriverFacts } from '../../dispatch/drivers/driver-facts.ts'
import { lockOffer, listOffersOfPairs } from '../../dispatch/offers/find-offers.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { batchPerDatabase } from '../../platform/database/batch.ts'
import { pipelined } from '../../platform/database/pipeline/pipeline.ts'
import type { Call, Person, UseCase } from '../../platform/http/use-case.ts'
import { findBalance } from '../../wallet/balances.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { listBookingsByIds } from '../booking-rows.ts'
import { actorOf, runMove } from './run-move.ts'

type AcceptCall = Call<typeof bookingsApi.accept>

interface AcceptQuery {
  readonly id: string
  readonly who: Person
}

/** For each accept why it is too late; undefined while the booking is still NEW. */
const lateRefusals = async (app: BookingDeps, accepts: readonly AcceptQuery[]): Promise<(AppError | undefined)[]> => {
  const db = app.db.request
  const bookings = await listBookingsByIds(db, [...new Set(accepts.map(({ id }) => id))])
  const byId = new Map(bookings.map((booking) => [booking.id, booking]))
  const late = accepts.filter(({ id }) => byId.get(id)?.status !== 'NEW')
  if (late.length === 0) return accepts.map(() => undefined)
  const offerOf = await listOffersOfPairs(db, late)
  const drivers = await listDriverFacts(db, app, [...new Set(late.map(({ who }) => who.id))])
  const now = await nowMs(db)
  return accepts.map(({ id, who }) => {
    const booking = byId.get(id)
    if (booking?.status === 'NEW') return undefined
    const offer = offerOf({ id, who })
    const driver = drivers.find((facts) => facts.id === who.id)
    // A driver without an offer gets 404, so that the booking's existence is not revealed.
    if (booking === undefined || offer === null || driver === undefined) return new AppError(404, 'not_found')
    const outcome = accept(booking, actorOf(who), { driver, offer }, now)
    return isRefusal(outcome) ? outcome.refuse : undefined
  })
}

/** Concurrent checks share their queries. */
const findLateRefusal = batchPerDatabase(lateRefusals)

/**
 * Enters the accept queue, or throws the refusal of a late accept. A booking never becomes NEW again, so a late accept
 * is refused without waiting for the row lock. Leave the queue afterwards.
 */
const enterQueue = async (app: BookingDeps, { who, params: { id } }: AcceptCall): Promise<void> => {
  if (app.accepts.enterFirst(id)) return
  for (;;) {
    const refusal = await findLateRefusal(app, { id, who })
    if (refusal !== undefined) throw refusal
    if (app.accepts.enter(id)) return
    await app.accepts.change(id)
  }
}

/**
 * NEW to ACCEPTED by the first of the offered drivers [design/moves-17]. The driver's row is locked after the
 * booking's, so going offline or taking another booking happens before or after, never in between. The driver's other
 * offers are closed after the commit by a stream consumer (`followDrivers`).
 */
export const acceptBooking: UseCase<BookingDeps, typeof bookingsApi.accept> = async (app, call) => {
  const { id } = call.params
  const sendLink = await app.sendReceiverLink()
  const settings = await app.settings.current()
  await enterQueue(app, call)
  return runMove(app, call, {
    name: 'accept',
    facts: (tx) =>
      pipelined([
        lockOffer(tx, id, call.who.id),
        lockDriverAndCar(tx, call.who.id),
        settings.negativeBalance ? undefined : findBalance(tx, call.who.id),
      ]),
    decide: (booking, now, _, [offer, driver, balance = 0]) => {
      // A driver without an offer gets 404, so that the booking's existence is not revealed.
      if (offer === null || driver === null) throw new AppError(404, 'not_found')
      const seen = app.drivers.get(driver.id)
      // An old place is no measure of the way to the pickup [design/moves-73].
      const isFresh = seen !== null && now - seen.at <= settings.positionFreshSeconds * 1000
      const pickupKm = isFresh ? kmBetween(seen, booking.pickup) : null
      const inDebt = owesTooMuch(balance, settings)
      return accept(booking, actorOf(call.who), { driver, offer, pickupKm, inDebt }, now)
    },
    ...(sendLink === null ? {} : { afterwards: (tx, { booking }) => sendLink(tx, booking) }),
  }).finally(() => app.accepts.leave(id))
}
