import type { Booking } from '@remis/domain/booking/booking'
import { room } from '@remis/domain/live/live-events'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import type { Tx } from '../../platform/database/database.ts'
import { queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import { addToOutbox, type OutboxEntry } from '../../platform/live/outbox.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { lockOffer } from './find-offers.ts'
import { updateClosed, updateDeclined } from './offer-store.ts'

/** One event for all drivers of a booking, because it is offered to hundreds; each gets only its own offer. */
const offerEvent = (bookingId: string, drivers: readonly string[]): OutboxEntry => ({
  kind: 'offer',
  subject: bookingId,
  audience: drivers.map((driver) => room.user(driver)),
})

/** Adds the live event that the offers of these drivers have changed, in the transaction that changes them. */
export const addOfferEvents = async (tx: Tx, bookingId: string, drivers: readonly string[]): Promise<void> => {
  if (drivers.length > 0) await addToOutbox(tx, offerEvent(bookingId, drivers))
}

/** The notice of a driver that the reserved ride is no longer theirs. */
export const reservationOverNotice = (
  { id: bookingId, pickup }: Pick<Booking, 'id' | 'pickup'>,
  driver: string,
): NoticeDraft => ({
  user: driver,
  message: 'notice_reservation_over',
  params: { pickup: pickup.add },
  screen: 'DriverTrips',
  bookingId,
})

/** Notifies a driver that a reservation has ended, in the transaction that closes its offer. */
export const reportReservationOver = async (
  app: Pick<DispatchDeps, 'notify'>,
  tx: Tx,
  booking: Pick<Booking, 'id' | 'pickup'>,
  driver: string,
): Promise<void> => {
  await app.notify(tx, [reservationOverNotice(booking, driver)])
  await addOfferEvents(tx, booking.id, [driver])
}

/**
 * Closes all open offers of one booking in the transaction that moves it; `accepted` is the winner. Offers of other
 * bookings are not touched: two drivers who accept crosswise would deadlock [design/dispatch-17].
 */
export const closeOffers = (tx: Tx, bookingId: string, accepted: string | null): Promise<void> =>
  queueWrite(tx, updateClosed(tx, bookingId, { accepted }))

/** At the end of a search: an assigned driver may still accept [design/dispatch-11]. */
export const closeSearchOffers = (tx: Tx, bookingId: string): Promise<void> =>
  queueWrite(tx, updateClosed(tx, bookingId, { accepted: null, keepAssigned: true }))

/**
 * Marks the driver's offer as declined, also an expired one. Declining again changes nothing [design/moves-41]. Null:
 * the driver never had an offer.
 */
export const declineOffer = async (
  tx: Tx,
  bookingId: string,
  driver: string,
): Promise<{ readonly wasAssigned: boolean } | null> => {
  const offer = await lockOffer(tx, bookingId, driver)
  if (offer === null) return null
  const declined = await updateDeclined(tx, bookingId, driver)
  if (declined) await addOfferEvents(tx, bookingId, [driver])
  return { wasAssigned: declined && offer.kind === 'assign' }
}
