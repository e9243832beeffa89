import type { Booking } from '@remis/domain/booking/booking'
import { eligibleDrivers, type Considered } from '@remis/domain/dispatch/eligible-drivers'
import { sweepDecision } from '@remis/domain/dispatch/search'
import { nowMs } from '../../platform/database/db-clock.ts'
import { listSearching, lockNewBookingIfFree } from '../../booking/booking-rows.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { listDriverFacts } from '../drivers/driver-facts.ts'
import { listExcluded, sameRiderPause } from '../drivers/excluded-drivers.ts'
import { selectOffers, toOpenOffer, type OfferRow } from '../offers/offer-store.ts'
import { offerToDrivers } from '../offers/offer-to-drivers.ts'
import { pickupSecondsOf } from '../drivers/pickup-seconds.ts'
import { alertUnassigned } from './alert-admins.ts'
import { endSearches } from './end-searches.ts'
import { listCandidates, type FoundDrivers } from './find-drivers.ts'

/** Bookings per turn [design/dispatch-9]. */
const perTurn = 500

/**
 * A turn of the search sweep: offers each searching booking to newly eligible drivers, renews unanswered offers, and
 * ends searches that are over [design/dispatch-9]. Facts of all drivers are read at once; a booking without a new offer
 * costs no transaction. Several nodes may run it: each booking is locked and checked again.
 */
export const sweepSearches = async (app: DispatchDeps): Promise<void> => {
  const db = app.db.jobs
  const searching = await listSearching(db, perTurn)
  if (searching.length > 0) {
    const offers = await offersOf(app, searching)
    const now = await nowMs(db)
    const considered = await considerAll(app, searching, now)
    for (const booking of searching)
      await renew(app, booking, considered.get(booking.id) ?? [], offers.get(booking.id) ?? [], now).catch(
        (error: unknown) => app.log.warn({ err: error, bookingId: booking.id }, 'search sweep failed for a booking'),
      )
  }
  await endSearches(app, perTurn)
  await alertUnassigned(app, perTurn)
}

const offersOf = async (app: DispatchDeps, bookings: readonly Booking[]): Promise<Map<string, OfferRow[]>> => {
  const byBooking = new Map<string, OfferRow[]>(bookings.map(({ id }) => [id, []]))
  for (const row of await selectOffers(app.db.jobs, [...byBooking.keys()])) byBooking.get(row.booking_id)?.push(row)
  return byBooking
}

const considerAll = async (
  app: DispatchDeps,
  bookings: readonly Booking[],
  now: number,
): Promise<Map<string, Considered[]>> => {
  const settings = await app.settings.current()
  const near = new Map<string, string[]>()
  for (const { id, pickup } of bookings) near.set(id, await listCandidates(app, pickup, settings))
  const facts = await listDriverFacts(app.db.jobs, app, [...new Set([...near.values()].flat())])
  const byId = new Map(facts.map((driver) => [driver.id, driver]))
  const excluded = await listExcluded(app.db.jobs, bookings, sameRiderPause(app))
  return new Map(
    bookings.map((booking) => {
      const { id, pickup, carTypeId } = booking
      const drivers = (near.get(id) ?? []).flatMap((driver) => byId.get(driver) ?? [])
      return [id, eligibleDrivers(drivers, { pickup, carTypeId, excluded: excluded(booking) }, settings, now)]
    }),
  )
}

const renew = async (
  app: DispatchDeps,
  booking: Booking,
  considered: readonly Considered[],
  offers: readonly OfferRow[],
  now: number,
): Promise<void> => {
  if (booking.searchUntil === null) return
  const { offerSeconds } = app.config.limits.dispatch
  const { searchUntil } = booking
  const decision = sweepDecision({ searchUntil }, offers.map(toOpenOffer), considered, offerSeconds, now)
  if (decision.over || decision.offer.length === 0) return
  const pickupSeconds = await pickupSecondsOf(app, booking.pickup, decision.offer)
  await offerAgain(app, booking.id, { considered, pickupSeconds })
}

/** Offers a booking again while it is NEW, in its own transaction. A locked booking is skipped. */
const offerAgain = async (app: DispatchDeps, bookingId: string, found: FoundDrivers): Promise<void> => {
  await app.db.transact(async (tx) => {
    const booking = await lockNewBookingIfFree(tx, bookingId)
    if (booking === null) return
    await app.failpoint.at('sweep.locked')
    await offerToDrivers(tx, app, booking, found, await nowMs(tx))
    await app.failpoint.at('sweep.before_commit')
  })
}
