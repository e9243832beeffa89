import type { Tx } from '../../platform/database/database.ts'
import type { StreamEvent } from '../../platform/live/event-stream.ts'
import { writeAtCommit } from '../../platform/database/pipeline/pipeline.ts'
import type { Platform } from '../../platform/http/use-case.ts'
import { listAcceptedDrivers } from '../../booking/read/driver-trips.ts'
import type { DriverIndex } from '../drivers/driver-index.ts'
import { selectStates } from '../drivers/driver-store.ts'
import { updateClosedOfDrivers } from './offer-store.ts'

/**
 * Closes the open offers of a driver who went offline, after that commit and skipping locked bookings, so that it
 * cannot deadlock [design/dispatch-18]. Offers left open by a crash are not live, since their driver is not free, and
 * expire. Reservations are kept: those of a driver who leaves are closed one by one [design/dispatch-78].
 */
export const closeOffersOfDriver = async ({ db, log }: Platform, driver: string): Promise<void> => {
  try {
    await db.transact((tx) => writeAtCommit(tx, () => updateClosedOfDrivers(tx, [driver])))
  } catch (error) {
    // The driver is offline already (committed), so an error here must not fail the call.
    log.warn({ err: error, driver }, 'could not close the offers of a driver')
  }
}

/**
 * Stream consumer, for the drivers of bookings that moved: updates their state in the index, and closes the other
 * offers of those who have accepted.
 */
export const followDrivers =
  (index: DriverIndex) =>
  async (tx: Tx, events: readonly StreamEvent[]): Promise<void> => {
    const moved = [...new Set(events.filter(({ kind }) => kind === 'booking').map(({ subject }) => subject))]
    if (moved.length === 0) return
    const accepted = await listAcceptedDrivers(tx, moved)
    for (const { id, ...state } of await selectStates(tx, moved)) index.setState(id, state)
    // Last, because it locks bookings and accepts wait for the commit.
    if (accepted.length > 0) await updateClosedOfDrivers(tx, accepted)
  }
