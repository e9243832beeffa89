import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { notPaid } from '@remis/domain/booking/moves/not-paid'
import type { UseCase } from '../platform/use-case.ts'
import { actorOf } from './actor-of.ts'
import type { BookingNeeds } from './booking-needs.ts'
import { makeMove } from './make-move.ts'

export const reportNotPaid: UseCase<BookingNeeds, typeof bookingsApi.notPaid> = (app, call) =>
  makeMove(app, call, { name: 'not-paid', decide: (booking, now) => notPaid(booking, actorOf(call.who), {}, now) })
