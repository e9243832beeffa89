import type { Booking } from '@remis/domain/booking/booking'
import type { Considered } from '@remis/domain/dispatch/eligible-drivers'
import { sweepDecision, type OpenOffer } from '@remis/domain/dispatch/search'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { Tx } from '../../platform/database/database.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import type { FoundDrivers } from '../search/find-drivers.ts'
import { insertRecord, selectOffers, toOpenOffer, upsertOffers } from './offer-store.ts'
import { addOfferEvents } from './change-offers.ts'

export type OfferDeps = Pick<DispatchDeps, 'config' | 'notify'>

/** Only for a driver's first offer of this booking [design/dispatch-16]. */
const newBookingNotice = (booking: Booking, driver: string): NoticeDraft => ({
  user: driver,
  message: 'notice_new_booking',
  params: { pickup: booking.pickup.add },
  screen: 'DriverTrips',
  bookingId: booking.id,
})

/**
 * Offers a NEW booking with a running search to every found driver without a live offer of it. The caller's transaction
 * holds the booking's lock or has just created it. Stores the dispatch record. Does nothing without a running search.
 * `found` comes from `findDrivers`, called before the transaction; `now`: database clock, ms. Returns the number of
 * offers made.
 */
export const offerToDrivers = async (
  tx: Tx,
  app: OfferDeps,
  booking: Booking,
  { considered, pickupSeconds }: FoundDrivers,
  now: number,
): Promise<number> => {
  const { searchUntil } = booking
  if (booking.status !== 'NEW' || searchUntil === null) return 0
  const offers = (await selectOffers(tx, [booking.id])).map(toOpenOffer)
  const { offerSeconds } = app.config.limits.dispatch
  const decision = sweepDecision({ searchUntil }, offers, considered, offerSeconds, now)
  if (decision.over) return 0
  const made = await upsertOffers(
    tx,
    booking.id,
    decision.offer.map(({ driver, km }) => ({
      driver: driver.id,
      pickupDistance: Math.round((km ?? 0) * 1000) / 1000,
      pickupTime: pickupSeconds.get(driver.id) ?? null,
    })),
    { now, expiresAt: decision.expiresAt },
  )
  if (made.length > 0 || offers.length === 0)
    await insertRecord(tx, booking.id, withDeclined(considered, offers), made.length)
  await addOfferEvents(
    tx,
    booking.id,
    made.map(({ driver }) => driver),
  )
  const fresh = made.filter(({ shown }) => shown === 1)
  await app.notify(
    tx,
    fresh.map(({ driver }) => newBookingNotice(booking, driver)),
  )
  return made.length
}

/** Adds the reason `declined` for the dispatch record. */
const withDeclined = (considered: readonly Considered[], offers: readonly OpenOffer[]): Considered[] => {
  const declined = new Set(offers.filter(({ outcome }) => outcome === 'declined').map(({ driver }) => driver))
  return considered.map((one) =>
    one.reason === null && declined.has(one.driver.id) ? { ...one, reason: 'declined' } : one,
  )
}
