import { bookingAudience } from '@remis/domain/live/live-events'
import type { Tx } from '../../platform/database/database.ts'
import type { StreamEvent } from '../../platform/live/event-stream.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import { renewContacts } from '../booking-store.ts'

/**
 * Stream consumer: bookings that are not settled get a person's new email or number, and open pages read them again
 * [design/data-7]. After the commit of the change, since bookings are locked before people.
 */
export const followContacts = async (tx: Tx, events: readonly StreamEvent[]): Promise<void> => {
  const people = events.filter(({ kind }) => kind === 'contact').map(({ subject }) => subject)
  if (people.length === 0) return
  for (const booking of await renewContacts(tx, [...new Set(people)]))
    await addToOutbox(tx, { kind: 'booking', subject: booking.id, audience: bookingAudience(booking) })
}
