import type { Booking } from '@remis/domain/booking/booking'
import { room } from '@remis/domain/live/live-events'
import type { Tx } from '../platform/database.ts'
import { addToOutbox } from '../platform/outbox.ts'
import type { DispatchNeeds } from './dispatch-needs.ts'

/** The time has come for who was reserved: the offer appears on their screens, and they are told (design §8). */
export const openReserved = async (
  app: Pick<DispatchNeeds, 'tell'>,
  tx: Tx,
  booking: Booking,
  drivers: readonly string[],
): Promise<void> => {
  await addToOutbox(
    tx,
    ...drivers.map((driver) => ({ kind: 'offer', subject: booking.id, audience: [room.user(driver)] as const })),
  )
  await app.tell(
    tx,
    drivers.map((user) => ({
      user,
      message: 'notice_new_booking' as const,
      params: { pickup: booking.pickup.add },
      screen: 'DriverTrips' as const,
      bookingId: booking.id,
    })),
  )
}
