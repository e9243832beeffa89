import { correctFare } from '@remis/domain/booking/final-fare/correct-fare'
import type { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { AppError } from '@remis/domain/messages/app-error'
import { lockWalletOwner } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../../wallet/balances.ts'
import { listDebtsOf } from '../../wallet/debts/debts-of-bookings.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { givenAmount } from '../given-amount.ts'
import { actorOf, runMove } from '../moves/run-move.ts'
import { markFareChecked } from '../booking-store.ts'
import { selectCorrections } from './correction-store.ts'

/** Locked in the order of ids, before the wallets: an account may be erased meanwhile [design/money-33]. */
const requireOwners = async (tx: Tx, people: readonly string[]): Promise<void> => {
  for (const person of people.toSorted())
    if (!(await lockWalletOwner(tx, person))) throw new AppError(409, 'credit_owner_gone')
}

/** Corrects the fare of a paid trip by a separate posting; audited, rider and driver notified [design/money-33]. */
export const correctBookingFare: UseCase<BookingDeps, typeof correctionsApi.correct> = async (app, call) => {
  const { direction, withDriver } = call.body
  const reason = call.body.reason.trim()
  const { guaranteeCancelFee: guaranteed } = await app.settings.current()
  return runMove(app, call, {
    name: 'correct',
    decide: async (booking, _now, tx) => {
      const amount = givenAmount('amount', call.body.amount, booking.tariff)
      const earlier = await selectCorrections(tx, booking.id)
      const corrected = earlier.reduce((sum, one) => sum + one.amount, 0)
      const returnFee = booking.undelivered?.fee ?? 0
      const drivers = booking.driver === null ? [] : [booking.driver]
      // Without the driver's share the driver's wallet stays as it is.
      await requireOwners(tx, [booking.customer, ...(withDriver ? drivers : [])])
      const wallets = await lockBalances(tx, [booking.customer, ...drivers])
      const balance = wallets(booking.customer)
      const debts = await listDebtsOf(tx, booking.id)
      const facts = { direction, amount, reason, withDriver, corrected, returnFee, balance, debts, guaranteed }
      return correctFare(booking, actorOf(call.who), facts)
    },
    // Who corrects a fare has looked at it.
    afterwards: async (tx, { booking }) => {
      await markFareChecked(tx, booking.id, call.who.id)
    },
  })
}
