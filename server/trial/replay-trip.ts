import type { Booking } from '@remis/domain/booking/booking'
import type { InstructionData } from '@remis/domain/booking/booking-api'
import { isRefusal, type Actor, type Outcome } from '@remis/domain/booking/move'
import { accept } from '@remis/domain/booking/moves/accept'
import { arrive } from '@remis/domain/booking/moves/arrive'
import { cancel } from '@remis/domain/booking/moves/cancel'
import { newBooking } from '@remis/domain/booking/moves/create'
import { pay } from '@remis/domain/booking/moves/pay'
import { rate } from '@remis/domain/booking/moves/rate'
import { reach } from '@remis/domain/booking/moves/reach'
import { start } from '@remis/domain/booking/moves/start'
import type { DriverFacts } from '@remis/domain/dispatch/driver'
import type { Fix } from '@remis/domain/tracking/tracking-api'
import { wallClock } from '@remis/domain/kit/calendar-day'
import { listDriverFacts } from '../dispatch/drivers/driver-facts.ts'
import { offerToDrivers } from '../dispatch/offers/offer-to-drivers.ts'
import { carTypeFacts } from '../fare/car-type-facts.ts'
import { storeQuote, type Priced } from '../fare/price-quote.ts'
import { spendQuote } from '../fare/find-quote.ts'
import { lockPerson } from '../people/find-person.ts'
import type { Tx } from '../platform/database/database.ts'
import { recordDrivenTrack, storeTrack } from '../tracking/trip-points.ts'
import type { BookingDeps } from '../booking/booking-deps.ts'
import { applyEffects } from '../booking/moves/apply-effects.ts'
import { insertWithId } from '../booking/booking-codes.ts'
import { drivenLine, type MatchedTrip } from '../booking/match-trip.ts'
import { writeChange } from '../booking/moves/execute-move.ts'
import { drawTripCode } from '../booking/booking-codes.ts'

/** A past trip, times in ms since 1970: each move is written with its time. */
export interface PastTrip {
  readonly priced: Priced
  /** of a parcel */
  readonly instruction: InstructionData | undefined
  readonly driver: DriverFacts
  /** km from the driver to the pickup when the offer was made */
  readonly pickupKm: number
  readonly bookedAt: number
  /** at most 20 s later, the time that an offer is open */
  readonly acceptedAt: number
  /** the rider cancels at this time, and no later move is written */
  readonly cancelled?: { readonly at: number; readonly reason: { readonly id: string; readonly label: string } }
  readonly arrivedAt: number
  readonly startedAt: number
  /** positions between start and reach */
  readonly fixes: readonly Fix[]
  readonly matched: MatchedTrip | null
  readonly reachedAt: number
  readonly paidAt: number
  readonly rated?: { readonly at: number; readonly rate: number; readonly feedback: string | null }
}

/** Applies one move at its time, by its rule and the executor. */
const makeStep =
  (app: BookingDeps, tx: Tx) =>
  async (before: Booking, actor: Actor, now: number, outcome: Outcome): Promise<Booking> => {
    if (isRefusal(outcome)) throw outcome.refuse
    return writeChange(app, tx, before, { assigned: [], change: outcome, actor, address: '', now })
  }

/**
 * A cash booking as its rider or the office made it at `bookedAt`, by the rule and the executor; for later with a
 * `tripdate`.
 */
export const replayCreate = async (
  app: BookingDeps,
  tx: Tx,
  trip: Pick<PastTrip, 'priced' | 'instruction' | 'bookedAt'> & { readonly tripdate?: number },
): Promise<Booking> => {
  const { bookedAt: now } = trip
  const settings = await app.settings.current()
  const quote = await storeQuote(app, tx, trip.priced, now)
  const rider = await lockPerson(tx, quote.riderId)
  if (rider === null) throw new Error('the rider of a past trip does not exist')
  const own = quote.madeBy === rider.id
  const actor: Actor = { kind: own ? 'rider' : 'admin', id: quote.madeBy }
  const { instruction } = trip
  const carType = await carTypeFacts(tx, quote.carTypeId)
  const made = await insertWithId(tx, (id) => {
    const made = newBooking(
      {
        id,
        appcat: app.config.appCategory,
        quote: { ...quote, ...quote.chosen },
        carType,
        customer: { ...rider, contact: rider.mobile, walletBalance: 0 },
        payment_mode: 'cash',
        bookLater: trip.tripdate !== undefined,
        tripdate: trip.tripdate ?? null,
        instruction: {
          deliveryPerson: instruction?.deliveryPerson ?? null,
          deliveryPersonPhone: instruction?.deliveryPersonPhone ?? null,
          pickUpInstructions: instruction?.pickUpInstructions ?? null,
          deliveryInstructions: instruction?.deliveryInstructions ?? null,
        },
        promo: null,
        settings,
        code: drawTripCode(),
      },
      actor,
      now,
    )
    if ('refuse' in made) throw made.refuse
    return made
  })
  const { booking: after, change } = made
  await applyEffects(app, tx, { before: null, after, assigned: [], change, actor, address: '', now })
  await spendQuote(tx, quote.id, made.booking.id, now)
  return made.booking
}

/**
 * Writes a cash trip of the past with the rules, postings and events of a live one, in this transaction. The history of
 * the trial city must hold every invariant too.
 */
export const replayTrip = async (app: BookingDeps, tx: Tx, trip: PastTrip): Promise<Booking> => {
  const step = makeStep(app, tx)
  const driver: Actor = { kind: 'driver', id: trip.driver.id }
  const booked = await replayCreate(app, tx, trip)
  const rider: Actor = { kind: 'rider', id: booked.customer }
  // The rating of earlier trips counts, as it did then.
  const [known] = await listDriverFacts(tx, app, [trip.driver.id])
  const facts = { ...trip.driver, rating: known?.rating ?? null, active: true, busy: false }
  const found = { considered: [{ driver: facts, km: trip.pickupKm, reason: null }], pickupSeconds: new Map() }
  await offerToDrivers(tx, app, booked, found, trip.bookedAt)
  const offer = { offeredAt: trip.bookedAt, expiresAt: trip.acceptedAt + 1, outcome: null }
  let now = trip.acceptedAt
  const accepted = await step(
    booked,
    driver,
    now,
    accept(booked, driver, { driver: facts, offer, pickupKm: trip.pickupKm }, now),
  )
  if (trip.cancelled !== undefined) {
    const { at, reason } = trip.cancelled
    const presence = { nearestKm: 0, lastAwayAt: null, silentUntil: null, last: { ...booked.pickup, at } }
    return step(accepted, rider, at, cancel(accepted, rider, { reason, noShow: false, noShowMinutes: 5, presence }, at))
  }
  now = trip.arrivedAt
  const arrived = await step(
    accepted,
    driver,
    now,
    arrive(accepted, driver, { fix: { ...booked.pickup, at: now } }, now),
  )
  now = trip.startedAt
  const { timezone } = await app.settings.current()
  const startFacts = { otp: arrived.otp, tries: app.config.limits.tripCode.tries, clock: wallClock(now, timezone) }
  const started = await step(arrived, driver, now, start(arrived, driver, startFacts, now))
  await storeTrack(tx, started.id, trip.fixes)
  now = trip.reachedAt
  const reachFacts = {
    points: trip.fixes.map((fix) => ({ ...fix, status: 'STARTED' as const })),
    matchedKm: trip.matched?.km ?? null,
    at: null,
    routeKm: null,
    // These trips were driven at the normal speed.
    speed: 1,
    holdWithin: 0,
    clock: wallClock(now, timezone),
    appcat: app.config.appCategory,
  }
  const reached = await step(started, driver, now, reach(started, driver, reachFacts, now))
  await recordDrivenTrack(tx, reached.id, { points: trip.fixes, line: drivenLine(reached, trip.matched) })
  now = trip.paidAt
  const paid = await step(reached, driver, now, pay(reached, driver, { payment_mode: 'cash' }, now))
  if (trip.rated === undefined) return paid
  const { at, rate: stars, feedback } = trip.rated
  const { rateWithinDays: withinDays } = app.config.limits.booking
  const rating = { rate: stars, tags: [], feedback, withinDays, driverErased: false }
  return step(paid, rider, at, rate(paid, rider, rating, at))
}
