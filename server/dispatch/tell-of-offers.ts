import { room } from '@remis/domain/live/live-events'
import type { Tx } from '../platform/database.ts'
import { addToOutbox } from '../platform/outbox.ts'

/**
 * The offers of one booking to these drivers have changed, in the transaction that changes them. One event for all: a
 * booking is offered to hundreds, and each hears of its own offer alone.
 */
export const tellOfOffers = async (tx: Tx, bookingId: string, drivers: readonly string[]): Promise<void> => {
  if (drivers.length === 0) return
  await addToOutbox(tx, { kind: 'offer', subject: bookingId, audience: drivers.map((driver) => room.user(driver)) })
}
