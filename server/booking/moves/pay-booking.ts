import type { Booking } from '@remis/domain/booking/booking'
import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { pay, type PayFacts } from '@remis/domain/booking/moves/pay'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../../wallet/balances.ts'
import { actorOf } from '../actor-of.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { runMove } from './run-move.ts'

/** Both wallets that the settlement will change, locked at once and in their order; the rider's pays. */
const fromWallet = async (tx: Tx, { customer, driver }: Booking): Promise<PayFacts> => {
  const balance = await lockBalances(tx, driver === null ? [customer] : [customer, driver])
  return { payment_mode: 'wallet', balance: balance(customer) }
}

/**
 * spec 1 §4 PAID: cash was received, or the rider pays what is owed from the wallet. The whole rest, one settlement; what
 * the client thinks it is is not asked.
 */
export const payBooking: UseCase<BookingDeps, typeof bookingsApi.pay> = (app, call) =>
  runMove(app, call, {
    name: 'pay',
    decide: async (booking, now, tx) => {
      const { payment_mode } = call.body
      const facts = payment_mode === 'wallet' ? await fromWallet(tx, booking) : { payment_mode }
      return pay(booking, actorOf(call.who), facts, now)
    },
  })
