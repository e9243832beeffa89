import { confirmArrival } from '@remis/domain/booking/moves/arrive'
import { confirmsArrival, type PlacedFix } from '@remis/domain/tracking/pickup-presence'
import { AppError } from '@remis/domain/messages/app-error'
import { executeMove, system } from '../booking/moves/execute-move.ts'
import type { ActiveTrip } from './point-store.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/**
 * Confirms an arrival with the first later fix at the pickup [design/moves-71]. Nothing is read unless the trip waits
 * for its confirmation and the fix is there. A booking that has moved on stays as it is; after any other failure the
 * next fix tries again, so the positions themselves are not refused.
 */
export const confirmWithFix = async (
  app: TrackingDeps,
  trip: ActiveTrip,
  fix: PlacedFix,
  now: number,
): Promise<void> => {
  if (trip.status !== 'ARRIVED' || trip.arrivalConfirmed || !confirmsArrival(trip.pickup, fix, now)) return
  const id = trip.bookingId
  try {
    await app.db.transact(async (tx) => {
      await executeMove(app, tx, {
        id,
        name: 'confirm-arrival',
        actor: system,
        address: '',
        decide: (booking, at) => confirmArrival(booking, system, { fix }, at),
      })
      await app.failpoint.at('confirm-arrival.before_commit')
    })
  } catch (error) {
    if (!(error instanceof AppError)) app.log.error({ err: error, booking: id }, 'could not confirm an arrival')
  }
}
