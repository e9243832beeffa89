import type { Booking } from '@remis/domain/booking/booking'
import type { Tx } from '../../platform/database/database.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { assignedNotice } from '../offers/assign-offer.ts'
import { addOfferEvents } from '../offers/change-offers.ts'

/** At the release: shows the offers on the reserved drivers' screens and notifies them. */
export const openReserved = async (
  app: Pick<DispatchDeps, 'notify'>,
  tx: Tx,
  booking: Booking,
  drivers: readonly string[],
): Promise<void> => {
  await addOfferEvents(tx, booking.id, drivers)
  await app.notify(
    tx,
    drivers.map((driver) => assignedNotice(booking, driver)),
  )
}
