import { movedOn } from '@remis/domain/booking/moves/guard'
import { correctFare } from '@remis/domain/booking/final-fare/correct-fare'
import type { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { AppError } from '@remis/domain/messages/app-error'
import { lockWalletRole } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../../wallet/balances.ts'
import { listFareDebtsOf } from '../../wallet/debts/debts-of-bookings.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { givenAmount } from '../given-amount.ts'
import { actorOf, runMove } from '../moves/run-move.ts'
import { markFareChecked } from '../booking-store.ts'
import { selectCorrections } from './correction-store.ts'

/**
 * Locked in the order of ids, before the wallets: an account may be erased meanwhile. A driver who became a rider bears
 * no part, since a rider's wallet is never below zero [design/money-33]. `driver`: null where the driver has no part.
 */
const requireOwners = async (tx: Tx, customer: string, driver: string | null): Promise<void> => {
  const people = driver === null ? [customer] : [customer, driver]
  for (const person of people.toSorted()) {
    const role = await lockWalletRole(tx, person)
    if (person === driver && role !== 'driver') throw new AppError(409, 'correction_no_driver')
    if (role === null) throw new AppError(409, 'credit_owner_gone')
  }
}

/** Corrects the fare of a paid trip by a separate posting; audited, rider and driver notified [design/money-33]. */
export const correctBookingFare: UseCase<BookingDeps, typeof correctionsApi.correct> = async (app, call) => {
  const { direction, withDriver, version } = call.body
  const reason = call.body.reason.trim()
  const { guaranteeCancelFee: guaranteed } = await app.settings.current()
  return runMove(app, call, {
    name: 'correct',
    decide: async (booking, _now, tx) => {
      if (version !== undefined && version !== booking.version) return movedOn()
      const amount = givenAmount('amount', call.body.amount, booking.tariff)
      const earlier = await selectCorrections(tx, booking.id)
      const corrected = earlier.reduce((sum, one) => sum + one.amount, 0)
      const correctedShare = earlier.reduce((sum, one) => sum + one.share, 0)
      const returnFee = booking.undelivered?.fee ?? 0
      const drivers = booking.driver === null ? [] : [booking.driver]
      // Without the driver's share the driver's wallet stays as it is.
      await requireOwners(tx, booking.customer, withDriver ? booking.driver : null)
      const wallets = await lockBalances(tx, [booking.customer, ...drivers])
      const balance = wallets(booking.customer)
      const debts = await listFareDebtsOf(tx, booking.id)
      const before = { corrected, correctedShare, returnFee, balance, debts }
      return correctFare(booking, actorOf(call.who), { direction, amount, reason, withDriver, guaranteed, ...before })
    },
    // An admin who corrects a fare has checked it.
    afterwards: async (tx, { booking }) => {
      await markFareChecked(tx, booking.id, call.who.id)
    },
  })
}
