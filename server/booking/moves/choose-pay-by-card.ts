import type { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { payByCard } from '@remis/domain/booking/moves/pay'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

/** Sets card mode and cash 0 [payments-11]; the payment itself happens at the provider. */
export const choosePayByCard: UseCase<BookingDeps, typeof payByCardApi.choose> = (app, call) =>
  runMove(app, call, {
    name: 'pay-by-card',
    decide: (booking) => payByCard(booking, actorOf(call.who)),
  })
