import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { rate } from '@remis/domain/booking/moves/rate'
import { trimmedOrNull } from '@remis/domain/kit/clean-text'
import { lockAnyPerson } from '../../people/find-person.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** Stores the customer's rating, once per booking [design/moves-32]. */
export const rateTrip: UseCase<BookingDeps, typeof bookingsApi.rate> = (app, call) =>
  runMove(app, call, {
    name: 'rate',
    decide: async (booking, now, tx) =>
      rate(
        booking,
        actorOf(call.who),
        {
          rate: call.body.rating,
          tags: call.body.tags ?? [],
          feedback: trimmedOrNull(call.body.feedback),
          withinDays: app.config.limits.booking.rateWithinDays,
          // Locked, so that an erasure comes before or after the rating.
          driverErased: booking.driver !== null && ((await lockAnyPerson(tx, booking.driver))?.erased ?? false),
        },
        now,
      ),
  })
