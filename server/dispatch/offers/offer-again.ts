import { nowMs } from '../../platform/database/db-clock.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import type { FoundDrivers } from '../search/find-drivers.ts'
import { offerToDrivers } from './offer-to-drivers.ts'
import { lockNewBookingIfFree } from '../../booking/booking-rows.ts'

/** Offers a booking again while it is NEW, in its own transaction. A locked booking is skipped. */
export const offerAgain = async (app: DispatchDeps, bookingId: string, found: FoundDrivers): Promise<void> => {
  await app.db.transact(async (tx) => {
    const booking = await lockNewBookingIfFree(tx, bookingId)
    if (booking === null) return
    await app.failpoint.at('sweep.locked')
    await offerToDrivers(tx, app, booking, found, await nowMs(tx))
    await app.failpoint.at('sweep.before_commit')
  })
}
