import type { endingsApi } from '@remis/domain/booking/endings-api'
import { writeOff } from '@remis/domain/booking/moves/write-off'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** Writes off what is still payable as bad debt and pays the driver; audited [design/moves-31]. */
export const writeOffBooking: UseCase<BookingDeps, typeof endingsApi.writeOff> = (app, call) =>
  runMove(app, call, {
    name: 'write-off',
    decide: (booking, now) => writeOff(booking, actorOf(call.who), { reason: call.body.reason.trim() }, now),
  })
