import { deviceKind } from '@remis/domain/accounts/device-kind'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Booking } from '@remis/domain/booking/booking'
import type { Actor, Outcome } from '@remis/domain/booking/move'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal, type Person } from '../../platform/http/use-case.ts'
import type { BookingDeps } from '../booking-deps.ts'
import { viewBookingFor } from '../read/view-booking.ts'
import { executeMove, type Moved } from './execute-move.ts'

export const actorOf = (who: Person): Actor => ({ kind: who.role, id: who.id })

/** The parts of a call that a move uses. */
interface MoveCall {
  readonly who: Person
  readonly address: string
  readonly userAgent: string
  readonly params: { readonly id: string }
  commit<T extends { booking: BookingView }>(work: (tx: Tx) => Promise<T | CommittedRefusal>): Promise<T>
}

export interface MoveRequest<Facts = undefined> {
  /** Prefix of the failpoints. */
  readonly name: string
  /** Facts that do not depend on the booking, read right after its lock. */
  readonly facts?: (tx: Tx) => Promise<Facts>
  readonly decide: (booking: Booking, now: number, tx: Tx, facts: Facts) => Outcome | Promise<Outcome>
  /** More work of the same transaction, after the booking has moved. */
  readonly afterwards?: (tx: Tx, moved: Moved) => Promise<void>
}

/** Runs a person's move in the call's one transaction. Returns the booking as this person sees it after the move. */
export const runMove = async <Facts = undefined>(
  app: BookingDeps,
  call: MoveCall,
  { name, facts, decide, afterwards }: MoveRequest<Facts>,
): Promise<{ booking: BookingView }> => {
  const done = await call.commit(async (tx) => {
    const moved = await executeMove<Facts>(app, tx, {
      id: call.params.id,
      name,
      actor: actorOf(call.who),
      address: call.address,
      device: deviceKind(call.userAgent),
      ...(call.who.role === 'driver' ? { session: call.who.sessionId } : {}),
      ...(facts === undefined ? {} : { facts: () => facts(tx) }),
      decide: (booking, now, known) => decide(booking, now, tx, known),
    })
    if (moved instanceof CommittedRefusal) return moved
    await afterwards?.(tx, moved)
    await app.failpoint.at(`${name}.before_commit`)
    return { booking: await viewBookingFor(app, tx, moved.booking, call.who, moved.now) }
  })
  // Not before: a step that is refused may come from a phone that is no longer in the car [design/tracking-20].
  if (call.who.role === 'driver') app.lastPositions.senders.claim(call.who.id, call.who.sessionId, Date.now())
  return done
}
