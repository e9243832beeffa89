import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { renewCode } from '@remis/domain/booking/moves/renew-code'
import type { UseCase } from '../platform/use-case.ts'
import { actorOf } from './actor-of.ts'
import type { BookingNeeds } from './booking-needs.ts'
import { makeMove } from './make-move.ts'
import { drawTripCode } from './trip-code.ts'

export const renewTripCode: UseCase<BookingNeeds, typeof bookingsApi.renewTripCode> = (app, call) =>
  makeMove(app, call, {
    name: 'renew-code',
    decide: (booking, now) =>
      renewCode(
        booking,
        actorOf(call.who),
        { code: drawTripCode(), renewals: app.config.limits.tripCode.renewals },
        now,
      ),
  })
