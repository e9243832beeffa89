import type { LiveEvents } from '@remis/domain/live/live-events'
import { nowMs } from '../platform/db-clock.ts'
import type { Person, Platform } from '../platform/use-case.ts'
import { seeOffers } from './see-offers.ts'

/** A live event about an offer as its driver sees it now: the offer, or null when it is over. Nobody else hears of it. */
export const renderOffer = async (
  { db }: Pick<Platform, 'db'>,
  bookingId: string,
  viewer: Person,
): Promise<LiveEvents['offer'] | null> => {
  if (viewer.role !== 'driver') return null
  const [offer] = await seeOffers(db.jobs, viewer.id, await nowMs(db.jobs), bookingId)
  return { bookingId, offer: offer ?? null }
}
