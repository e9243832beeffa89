import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { reach } from '@remis/domain/booking/moves/reach'
import type { TrackedPoint } from '@remis/domain/booking/trip-distance'
import { AppError } from '@remis/domain/messages/app-error'
import { wallClock } from '@remis/domain/kit/wall-clock'
import type { UseCase } from '../../platform/http/use-case.ts'
import { storeFixes } from '../../tracking/store-fixes.ts'
import { logPosition } from '../../tracking/log-position.ts'
import { listTripPoints } from '../../tracking/trip-points.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { findBooking } from '../booking-rows.ts'
import { matchTrip } from '../match-trip.ts'
import { lockParties } from './lock-parties.ts'
import { actorOf, runMove } from './run-move.ts'

/** A point was stored while the others were being matched: the fare would not count it. */
class PointAdded extends Error {}

const maxRounds = 5

const samePoints = (a: readonly TrackedPoint[], b: readonly TrackedPoint[]): boolean =>
  a.length === b.length && a.at(-1)?.at === b.at(-1)?.at

/**
 * Ends the trip at the drop. The command carries the fixes not sent yet, which are stored first. Matching runs before the
 * transaction, which checks under the lock that no point was added since, and otherwise starts again [design/moves-21].
 */
export const reachDrop: UseCase<BookingDeps, typeof bookingsApi.reach> = async (app, call) => {
  const { id } = call.params
  const booking = await findBooking(app.db.request, id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (booking.status === 'STARTED' && call.body.fixes?.length) await storeFixes(app, call.who.id, call.body.fixes)
  const { timezone } = await app.settings.current()
  const { appCategory: appcat } = app.config

  for (let round = 1; round <= maxRounds; round++) {
    const points = await listTripPoints(app.db.request, id)
    const matchedKm = await matchTrip(app, points)
    await app.failpoint.at('reach.matched')
    try {
      return await runMove(app, call, {
        name: 'reach',
        decide: async (locked, now, tx) => {
          if (!samePoints(points, await listTripPoints(tx, id))) throw new PointAdded()
          // Only a wallet ride can need more than it holds [design/money-16].
          const balance = locked.payment_mode === 'wallet' ? (await lockParties(tx, locked)).rider : 0
          const facts = { points, matchedKm, clock: wallClock(now, timezone), appcat, balance }
          return reach(locked, actorOf(call.who), facts, now)
        },
        afterwards: (tx) => logPosition(tx, { bookingId: id, driver: call.who.id, status: 'REACHED' }),
      })
    } catch (error) {
      if (!(error instanceof PointAdded)) throw error
    }
  }
  throw new AppError(503, 'busy_try_again')
}
