import { room } from '@remis/domain/live/live-events'
import type { Tx } from '../../platform/database/database.ts'
import { addToOutbox, type OutboxEntry } from '../../platform/live/outbox.ts'

/**
 * The offers of one booking to these drivers have changed. One event for all: a booking is offered to hundreds, and each
 * hears of its own offer alone.
 */
const offerEvent = (bookingId: string, drivers: readonly string[]): OutboxEntry => ({
  kind: 'offer',
  subject: bookingId,
  audience: drivers.map((driver) => room.user(driver)),
})

/** Says so, in the transaction that changes them. */
export const addOfferEvents = async (tx: Tx, bookingId: string, drivers: readonly string[]): Promise<void> => {
  if (drivers.length > 0) await addToOutbox(tx, offerEvent(bookingId, drivers))
}
