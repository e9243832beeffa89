import type { Booking } from '@remis/domain/booking/booking'
import { room } from '@remis/domain/live/live-events'
import type { NoticeDraft } from '@remis/domain/notices/notice'
import { toMetre } from '@remis/domain/kit/distance'
import type { Tx } from '../../platform/database/database.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { upsertAssigned } from './offer-store.ts'

interface Assigned {
  readonly driver: string
  /** km of the straight line to the pickup; `pickupTime`: seconds by road */
  readonly km: number
  readonly pickupTime: number | null
  /** ms, [opensAt, expiresAt) */
  readonly opensAt: number
  readonly expiresAt: number
  readonly now: number
}

/** The notice of an assignment that the driver can accept now. */
export const assignedNotice = ({ id, pickup }: Booking, driver: string): NoticeDraft => ({
  user: driver,
  message: 'notice_assigned',
  params: { pickup: pickup.add },
  screen: 'DriverTrips',
  bookingId: id,
})

const noticeOf = (booking: Booking, { driver, opensAt, now }: Assigned): NoticeDraft => {
  const assigned = assignedNotice(booking, driver)
  if (opensAt <= now) return assigned
  return { ...assigned, message: 'notice_reserved', params: { time: booking.tripdate, ...assigned.params } }
}

/**
 * Writes the assigned driver's offer of a NEW booking, with the notice and the live events in the same transaction; the
 * caller holds the lock of the booking's row [design/dispatch-20].
 */
export const assignOffer = async (
  app: Pick<DispatchDeps, 'notify'>,
  tx: Tx,
  booking: Booking,
  assigned: Assigned,
): Promise<void> => {
  const { driver, km, pickupTime } = assigned
  const pickupDistance = toMetre(km)
  await upsertAssigned(tx, booking.id, { driver, pickupDistance, pickupTime }, assigned)
  await app.notify(tx, [noticeOf(booking, assigned)])
  await addToOutbox(
    tx,
    { kind: 'offer', subject: booking.id, audience: [room.user(driver)] },
    // No booking event: the version stays, only the requested drivers change.
    { kind: 'booking', subject: booking.id, audience: [room.admins] },
  )
}
