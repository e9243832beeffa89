import type { endingsApi } from '@remis/domain/booking/endings-api'
import { abort } from '@remis/domain/booking/moves/abort'
import type { Precision } from '@remis/domain/fare/round-amount'
import { isAmount, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { wallClock } from '@remis/domain/kit/wall-clock'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** The amount in minor units; 422 for more decimals than amounts have [design/money-2]. */
const minorOf = (fare: number, precision: Precision): number => {
  if (!isAmount(fare, precision))
    throw new AppError(422, 'invalid_input', { fields: { fare: 'more decimals than amounts have' } })
  return toMinor(fare, precision.exponent)
}

/** Ends a trip from ARRIVED, STARTED or REACHED with a part of the fare or none; audited [design/moves-37]. */
export const abortTrip: UseCase<BookingDeps, typeof endingsApi.abort> = async (app, call) => {
  const { timezone } = await app.settings.current()
  const { fare } = call.body
  const { simulatedSpeed: speed } = app.config
  const reason = call.body.reason.trim()
  return runMove(app, call, {
    name: 'abort',
    decide: (booking, now) => {
      const given = fare === null ? null : minorOf(fare, booking.tariff)
      return abort(booking, actorOf(call.who), { reason, fare: given, clock: wallClock(now, timezone), speed }, now)
    },
  })
}
