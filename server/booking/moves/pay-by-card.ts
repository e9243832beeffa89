import type { payByCardApi } from '@remis/domain/booking/pay-by-card-api'
import { payByCard } from '@remis/domain/booking/moves/pay'
import type { UseCase } from '../../platform/http/use-case.ts'
import { actorOf } from '../actor-of.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { runMove } from './run-move.ts'

/** spec 1 §4 "Pay now": sets card mode and cash 0; paying itself happens at the provider. */
export const choosePayByCard: UseCase<BookingDeps, typeof payByCardApi.choose> = (app, call) =>
  runMove(app, call, {
    name: 'pay-by-card',
    decide: (booking, now) => payByCard(booking, actorOf(call.who), {}, now),
  })
