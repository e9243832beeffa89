import type { endingsApi } from '@remis/domain/booking/endings-api'
import { abort } from '@remis/domain/booking/moves/abort'
import { toMajor, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { wallClock } from '@remis/domain/kit/wall-clock'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** The amount in minor units; 422 unless the currency can hold it. */
const minorOf = (fare: number, exponent: number): number => {
  const minor = toMinor(fare, exponent)
  if (toMajor(minor, exponent) !== fare)
    throw new AppError(422, 'invalid_input', { fields: { fare: 'not an amount of the currency' } })
  return minor
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
      const given = fare === null ? null : minorOf(fare, booking.tariff.exponent)
      return abort(booking, actorOf(call.who), { reason, fare: given, clock: wallClock(now, timezone), speed }, now)
    },
  })
}
