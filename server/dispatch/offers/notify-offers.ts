import { room } from '@remis/domain/live/live-events'
import type { Tx } from '../../platform/database/database.ts'
import { addToOutbox, type OutboxEntry } from '../../platform/live/outbox.ts'

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
