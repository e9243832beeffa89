import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { pay } from '@remis/domain/booking/moves/pay'
import type { UseCase } from '../platform/use-case.ts'
import { actorOf } from './actor-of.ts'
import type { BookingNeeds } from './booking-needs.ts'
import { makeMove } from './make-move.ts'

/** spec 1 §4 PAID: the cash was received. The whole rest, one settlement; what the client thinks it is is not asked. */
export const receiveCash: UseCase<BookingNeeds, typeof bookingsApi.pay> = (app, call) =>
  makeMove(app, call, {
    name: 'pay',
    decide: (booking, now) => pay(booking, actorOf(call.who), { payment_mode: call.body.payment_mode }, now),
  })
