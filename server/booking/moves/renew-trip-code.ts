import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { renewCode } from '@remis/domain/booking/moves/renew-code'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { drawTripCode } from '../booking-codes.ts'
import { actorOf, runMove } from './run-move.ts'

export const renewTripCode: UseCase<BookingDeps, typeof bookingsApi.renewTripCode> = (app, call) =>
  runMove(app, call, {
    name: 'renew-code',
    decide: (booking) =>
      renewCode(booking, actorOf(call.who), { code: drawTripCode(), renewals: app.config.limits.tripCode.renewals }),
  })
