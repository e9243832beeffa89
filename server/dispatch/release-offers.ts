import { room } from '@remis/domain/live/live-events'
import { sayLast } from '../platform/transaction.ts'
import type { Platform } from '../platform/use-case.ts'
import { updateReleased } from './offer-store.ts'

/**
 * Closes the other offers of a driver who has taken a booking or gone offline: after the commit, and leaving alone what
 * somebody else works on, so that it waits for nobody and cannot deadlock (design §8). What a crash in between leaves
 * open is not live either, since its driver is not free, and runs out by itself.
 */
export const releaseOffers = async ({ db, log }: Platform, driver: string): Promise<void> => {
  try {
    await db.transact((tx) => sayLast(tx, () => updateReleased(tx, driver, room.user(driver))))
  } catch (error) {
    // The fact they follow from is committed: its answer must not fail for them.
    log.warn({ err: error, driver }, 'offers of a driver could not be released')
  }
}
