import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { arrive } from '@remis/domain/booking/moves/arrive'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

export const arriveAtPickup: UseCase<BookingDeps, typeof bookingsApi.arrive> = (app, call) =>
  runMove(app, call, { name: 'arrive', decide: (booking, now) => arrive(booking, actorOf(call.who), {}, now) })
