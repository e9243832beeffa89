import type { endingsApi } from '@remis/domain/booking/endings-api'
import { writeOff } from '@remis/domain/booking/moves/write-off'
import type { UseCase } from '../platform/use-case.ts'
import { actorOf } from './actor-of.ts'
import type { BookingNeeds } from './booking-needs.ts'
import { makeMove } from './make-move.ts'

/** design §6 "write off": what is still owed becomes bad debt, the driver is paid; audited. */
export const writeOffBooking: UseCase<BookingNeeds, typeof endingsApi.writeOff> = (app, call) =>
  makeMove(app, call, {
    name: 'write-off',
    decide: (booking, now) => writeOff(booking, actorOf(call.who), { reason: call.body.reason.trim() }, now),
  })
