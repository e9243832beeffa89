import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { arrive } from '@remis/domain/booking/moves/arrive'
import type { UseCase } from '../../platform/http/use-case.ts'
import { storeFixesOfMove } from '../../tracking/store-fixes.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/**
 * The driver reports arriving at the pickup. The position sent with the call is validated and stored like any other;
 * the last valid one decides whether the arrival is confirmed [design/moves-70].
 */
export const arriveAtPickup: UseCase<BookingDeps, typeof bookingsApi.arrive> = async (app, call) => {
  await storeFixesOfMove(app, call.who, call.body.fix === undefined ? [] : [call.body.fix])
  return runMove(app, call, {
    name: 'arrive',
    decide: (booking, now) =>
      arrive(booking, actorOf(call.who), { fix: app.lastPositions.get(call.who.id) ?? null }, now),
  })
}
