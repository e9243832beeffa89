import type { LiveEvents } from '@remis/domain/live/live-events'
import { batch } from '../../platform/database/batch.ts'
import type { Person, Platform } from '../../platform/http/use-case.ts'
import { viewOfferOfEach } from './view-offers.ts'

/**
 * The offer of a live event as its driver may see it now, null when it is over; no other viewer gets it. Concurrent
 * views share one query, because a booking is offered to hundreds at once.
 */
export const renderOffers = ({ db }: Pick<Platform, 'db'>) => {
  const see = batch((pairs: readonly { bookingId: string; driver: string }[]) => viewOfferOfEach(db.live, pairs))
  return async (bookingId: string, viewer: Person): Promise<LiveEvents['offer'] | null> =>
    viewer.role === 'driver' ? { bookingId, offer: await see({ bookingId, driver: viewer.id }) } : null
}
