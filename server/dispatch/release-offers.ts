import type { Tx } from '../platform/database.ts'
import type { Platform } from '../platform/use-case.ts'
import { selectOpenOf, updateOutcome } from './offer-store.ts'
import { lockIdle } from './search-store.ts'
import { tellOfOffers } from './tell-of-offers.ts'

/**
 * Closes the other offers of a driver who has taken a booking or gone offline: after the commit, and leaving alone what
 * somebody else works on, so that it waits for nobody and cannot deadlock (design §8). What a crash in between leaves
 * open is not live either, since its driver is not free, and runs out by itself.
 */
export const releaseOffers = async ({ db, log }: Platform, driver: string): Promise<void> => {
  try {
    const open = await selectOpenOf(db.request, driver)
    if (open.length > 0) await db.transact((tx) => close(tx, driver, open))
  } catch (error) {
    // The fact they follow from is committed: its answer must not fail for them.
    log.warn({ err: error, driver }, 'offers of a driver could not be released')
  }
}

const close = async (tx: Tx, driver: string, bookingIds: readonly string[]): Promise<void> => {
  for (const bookingId of await lockIdle(tx, bookingIds))
    if (await updateOutcome(tx, bookingId, driver, 'closed')) await tellOfOffers(tx, bookingId, [driver])
}
