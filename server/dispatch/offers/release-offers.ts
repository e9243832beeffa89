import type { Tx } from '../../platform/database/database.ts'
import type { StreamEvent } from '../../platform/live/event-stream.ts'
import { writeAtCommit } from '../../platform/database/pipeline/pipeline.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { updateReleased } from './offer-store.ts'
import { selectTakers } from '../search/search-store.ts'

/**
 * Closes the open offers of a driver who has gone offline: after the commit, and leaving alone what somebody else works
 * on, so that it waits for nobody and cannot deadlock (design §8). What a crash in between leaves open is not live
 * either, since its driver is not free, and runs out by itself.
 */
export const releaseOffers = async ({ db, log }: Platform, driver: string): Promise<void> => {
  try {
    await db.transact((tx) => writeAtCommit(tx, () => updateReleased(tx, [driver])))
  } catch (error) {
    // The fact they follow from is committed: its answer must not fail for them.
    log.warn({ err: error, driver }, 'offers of a driver could not be released')
  }
}

/** The same for drivers who have taken a booking. A durable follower of the stream: no driver waits for it. */
export const releaseOfTakers = async (tx: Tx, events: readonly StreamEvent[]): Promise<void> => {
  const moved = new Set(events.filter(({ kind }) => kind === 'booking').map(({ subject }) => subject))
  const takers = moved.size === 0 ? [] : await selectTakers(tx, [...moved])
  if (takers.length > 0) await updateReleased(tx, takers)
}
