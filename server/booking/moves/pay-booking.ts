import type { Booking } from '@remis/domain/booking/booking'
import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { pay, type PayFacts } from '@remis/domain/booking/moves/pay'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../../wallet/balances.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/**
 * Locks the wallets that the settlement will change, in one statement, and reads the rider's balance, from which the
 * rest is paid.
 */
const fromWallet = async (tx: Tx, { customer, driver }: Booking): Promise<PayFacts> => {
  const balance = await lockBalances(tx, driver === null ? [customer] : [customer, driver])
  return { payment_mode: 'wallet', balance: balance(customer) }
}

/**
 * Pays the whole rest in one settlement: cash received by driver or admin, or the rider's wallet. The client's amount
 * is not read [design/moves-28].
 */
export const payBooking: UseCase<BookingDeps, typeof bookingsApi.pay> = (app, call) =>
  runMove(app, call, {
    name: 'pay',
    decide: async (booking, now, tx) => {
      const { payment_mode, cash_taken_by: takenBy, with_debt: withDebt } = call.body
      const facts =
        payment_mode === 'wallet'
          ? await fromWallet(tx, booking)
          : {
              payment_mode,
              ...(takenBy === undefined ? {} : { takenBy }),
              ...(withDebt === undefined ? {} : { withDebt }),
            }
      return pay(booking, actorOf(call.who), facts, now)
    },
  })
