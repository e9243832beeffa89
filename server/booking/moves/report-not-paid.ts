import type { bookingsApi } from '@remis/domain/booking/booking-api'
import { notPaid } from '@remis/domain/booking/moves/pay'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { actorOf, runMove } from './run-move.ts'

export const reportNotPaid: UseCase<BookingDeps, typeof bookingsApi.notPaid> = (app, call) =>
  runMove(app, call, { name: 'not-paid', decide: (booking) => notPaid(booking, actorOf(call.who)) })
