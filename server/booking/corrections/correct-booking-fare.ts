import { correctFare } from '@remis/domain/booking/final-fare/correct-fare'
import type { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import type { Tariff } from '@remis/domain/fare/tariff'
import { toMajor, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../../wallet/balances.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from '../moves/run-move.ts'
import { markFareChecked } from '../booking-store.ts'
import { selectCorrections } from './correction-store.ts'

/** The amount in minor units; 422 with more decimals than amounts are rounded to. */
const minorOf = (amount: number, { decimal, exponent }: Tariff): number => {
  if (toMajor(toMinor(amount, decimal), decimal) !== amount)
    throw new AppError(422, 'invalid_input', { fields: { amount: 'too many decimals' } })
  return toMinor(amount, exponent)
}

/** Corrects the fare of a paid trip by a separate posting; audited, rider and driver notified [design/money-33]. */
export const correctBookingFare: UseCase<BookingDeps, typeof correctionsApi.correct> = async (app, call) => {
  const { direction, withDriver } = call.body
  const reason = call.body.reason.trim()
  const { guaranteeCancelFee: guaranteed } = await app.settings.current()
  return runMove(app, call, {
    name: 'correct',
    decide: async (booking, _now, tx) => {
      const amount = minorOf(call.body.amount, booking.tariff)
      const earlier = await selectCorrections(tx, booking.id)
      const corrected = earlier.reduce((sum, one) => sum + one.amount, 0)
      const returnFee = booking.undelivered?.fee ?? 0
      const wallets = await lockBalances(tx, [booking.customer, ...(booking.driver === null ? [] : [booking.driver])])
      const balance = wallets(booking.customer)
      const facts = { direction, amount, reason, withDriver, corrected, returnFee, balance, guaranteed }
      return correctFare(booking, actorOf(call.who), facts)
    },
    // Who corrects a fare has looked at it.
    afterwards: async (tx, { booking }) => {
      await markFareChecked(tx, booking.id, call.who.id)
    },
  })
}
