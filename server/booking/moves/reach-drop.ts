import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { reach } from '@remis/domain/booking/moves/reach'
import type { TrackedPoint } from '@remis/domain/booking/trip-distance'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import { keepFixes } from '../../tracking/keep-fixes.ts'
import { logPosition } from '../../tracking/log-position.ts'
import { tripPoints } from '../../tracking/trip-points.ts'
import { actorOf } from '../actor-of.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { selectBooking } from '../booking-rows.ts'
import { runMove } from './run-move.ts'
import { matchTrip } from '../match-trip.ts'
import { wallClock } from '@remis/domain/kit/wall-clock'

/** A point came in while the others were matched: the fare would leave it out. */
class PointCameIn extends Error {}

const rounds = 5

const samePoints = (a: readonly TrackedPoint[], b: readonly TrackedPoint[]): boolean =>
  a.length === b.length && a.at(-1)?.at === b.at(-1)?.at

/**
 * spec 1 §4 REACHED. The command carries the points not yet sent; they are stored first, as if they had come by
 * themselves. Matching runs before the transaction, which looks under the lock whether a point came in between and, if
 * so, starts again (design §6).
 */
export const reachDrop: UseCase<BookingDeps, typeof bookingsApi.reach> = async (app, call) => {
  const { id } = call.params
  const booking = await selectBooking(app.db.request, id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (booking.status === 'STARTED' && call.body.fixes?.length) await keepFixes(app, call.who.id, call.body.fixes)
  const { timezone } = await app.settings.current()
  const { appCategory: appcat } = app.config

  for (let round = 1; round <= rounds; round++) {
    const points = await tripPoints(app.db.request, id)
    const matchedKm = await matchTrip(app, points)
    await app.failpoint.at('reach.matched')
    try {
      return await runMove(app, call, {
        name: 'reach',
        decide: async (locked, now, tx) => {
          if (!samePoints(points, await tripPoints(tx, id))) throw new PointCameIn()
          return reach(locked, actorOf(call.who), { points, matchedKm, clock: wallClock(now, timezone), appcat }, now)
        },
        afterwards: (tx, moved) => logPosition(tx, { bookingId: moved.id, driver: call.who.id, status: 'REACHED' }),
      })
    } catch (error) {
      if (!(error instanceof PointCameIn)) throw error
    }
  }
  throw new AppError(503, 'busy_try_again')
}
