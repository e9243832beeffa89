import type { Booking } from '@remis/domain/booking/booking'
import { isOnTrip, type ClaimedPosition } from '@remis/domain/safety/safety-alert'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { lastPosition } from '../tracking/stored-positions.ts'
import type { SafetyDeps } from './safety-deps.ts'

/** The last believed position of the driver while the trip goes on, from memory, else from the database; null: none. */
export const carPosition = async (
  { lastPositions }: Pick<SafetyDeps, 'lastPositions'>,
  db: Kysely<Tables>,
  booking: Pick<Booking, 'status' | 'driver'>,
): Promise<ClaimedPosition | null> => {
  if (booking.driver === null || !isOnTrip(booking)) return null
  const held = lastPositions.get(booking.driver)
  const fix = held ?? (await lastPosition(db, booking.driver))
  return fix === null ? null : { lat: fix.lat, lng: fix.lng, at: fix.at, accuracy: held?.accuracy ?? null }
}
