import type { LiveEvents } from '@remis/domain/live/live-events'
import { batch } from '../../platform/database/batch.ts'
import type { Person, Platform } from '../../platform/http/use-case.ts'
import { viewOfferOfEach } from './view-offers.ts'

/**
 * A live event about an offer as its driver sees it now: the offer, or null when it is over. Nobody else hears of it. A
 * booking is offered to hundreds, who all see it at once.
 */
export const renderOffers = ({ db }: Pick<Platform, 'db'>) => {
  const see = batch((pairs: readonly { bookingId: string; driver: string }[]) => viewOfferOfEach(db.jobs, pairs))
  return async (bookingId: string, viewer: Person): Promise<LiveEvents['offer'] | null> =>
    viewer.role === 'driver' ? { bookingId, offer: await see({ bookingId, driver: viewer.id }) } : null
}
