import { room } from '@remis/domain/live/live-events'
import { addToOutbox } from '../platform/outbox.ts'
import type { Platform } from '../platform/use-case.ts'
import { selectOpenOf, updateOutcome } from './offer-store.ts'

/**
 * Closes the other offers of a driver who has taken a booking or gone offline: after the commit, booking by booking, and
 * leaving alone what somebody else works on (design §8). What a crash in between leaves open is not live either, since
 * its driver is not free, and runs out by itself.
 */
export const releaseOffers = async ({ db, log }: Platform, driver: string): Promise<void> => {
  try {
    for (const bookingId of await selectOpenOf(db.request, driver))
      await db.transact(async (tx) => {
        const free = await tx
          .selectFrom('bookings')
          .select('id')
          .where('id', '=', bookingId)
          .forNoKeyUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (free === undefined || !(await updateOutcome(tx, bookingId, driver, 'closed'))) return
        await addToOutbox(tx, { kind: 'offer', subject: bookingId, audience: [room.user(driver)] })
      })
  } catch (error) {
    // The fact they follow from is committed: its answer must not fail for them.
    log.warn({ err: error, driver }, 'offers of a driver could not be released')
  }
}
