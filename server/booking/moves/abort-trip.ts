import type { endingsApi } from '@remis/domain/booking/endings-api'
import { abort } from '@remis/domain/booking/moves/abort'
import { movedOn } from '@remis/domain/booking/moves/guard'
import { wallClock } from '@remis/domain/kit/calendar-day'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { givenAmount } from '../given-amount.ts'
import { actorOf, runMove } from './run-move.ts'

/** Ends a trip from ARRIVED, STARTED or REACHED with a part of the fare or none; audited [design/moves-37]. */
export const abortTrip: UseCase<BookingDeps, typeof endingsApi.abort> = async (app, call) => {
  const { timezone } = await app.settings.current()
  const { fare, version } = call.body
  const { simulatedSpeed: speed } = app.config
  const reason = call.body.reason.trim()
  return runMove(app, call, {
    name: 'abort',
    decide: (booking, now) => {
      if (version !== undefined && version !== booking.version) return movedOn()
      const given = fare === null ? null : givenAmount('fare', fare, booking.tariff)
      return abort(booking, actorOf(call.who), { reason, fare: given, clock: wallClock(now, timezone), speed }, now)
    },
  })
}
