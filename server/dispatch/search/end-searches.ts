import type { Booking } from '@remis/domain/booking/booking'
import { searchState } from '@remis/domain/dispatch/search'
import { bookingAudience } from '@remis/domain/live/live-events'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { addToOutbox, type Room } from '../../platform/live/outbox.ts'
import { alertAdmins } from './alert-admins.ts'
import { closeOffers } from '../offers/close-offers.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { findDrivers, type FoundDrivers } from './find-drivers.ts'
import { insertRecord } from '../offers/offer-store.ts'
import { findBooking, lockNewBookingIfFree } from '../../booking/booking-rows.ts'
import { isEndNotNotified, listOver } from './search-store.ts'

/** What remains of a search that found nobody: no open offer, the last record, the customer told, screens renewed. */
const end = async (app: DispatchDeps, tx: Tx, booking: Booking, { considered }: FoundDrivers): Promise<void> => {
  await closeOffers(tx, booking.id, null)
  await insertRecord(tx, booking.id, considered, 0)
  await app.notify(tx, [
    {
      user: booking.customer,
      message: 'notice_no_driver',
      params: {},
      screen: 'BookingCab',
      bookingId: booking.id,
    },
  ])
  // design §8: nobody accepted a ride for later; the office has to find somebody
  if (booking.bookLater) await alertAdmins(app, tx, booking)
  // No event of the booking: its version stays, only what is seen of its search changes.
  await addToOutbox(tx, { kind: 'booking', subject: booking.id, audience: bookingAudience(booking) as Room[] })
}

/** design §8: after its time a search is over and the booking, still NEW, shows "no driver", once per search. */
export const endSearches = async (app: DispatchDeps, most: number): Promise<void> => {
  for (const id of await listOver(app.db.jobs, most)) {
    const over = await findBooking(app.db.jobs, id)
    if (over === null) continue
    const found = await findDrivers(app, over)
    await app.db.transact(async (tx) => {
      const booking = await lockNewBookingIfFree(tx, id)
      if (booking === null) return
      const isOver = searchState(booking, await nowMs(tx))?.state === 'no-driver'
      if (isOver && (await isEndNotNotified(tx, id))) await end(app, tx, booking, found)
    })
  }
}
