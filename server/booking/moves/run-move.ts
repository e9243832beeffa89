import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Booking } from '@remis/domain/booking/booking'
import type { Outcome } from '@remis/domain/booking/move'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal, type Person } from '../../platform/http/use-case.ts'
import { actorOf } from '../actor-of.ts'
import type { BookingDeps } from '../booking-needs.ts'
import { executeMove } from './execute-move.ts'
import { isDemo, seeBooking } from '../read/view-booking.ts'

/** What a move takes of its call. */
interface MoveCall {
  readonly who: Person
  readonly address: string
  readonly params: { readonly id: string }
  commit<T extends { booking: BookingView }>(work: (tx: Tx) => Promise<T | CommittedRefusal>): Promise<T>
}

export interface Asked<Facts = undefined> {
  /** names the failpoints */
  readonly name: string
  /** asked right behind the booking's lock, whatever the booking says */
  readonly facts?: (tx: Tx) => Promise<Facts>
  readonly decide: (booking: Booking, now: number, tx: Tx, facts: Facts) => Outcome | Promise<Outcome>
  /** More of the same transaction, once the booking has moved. */
  readonly afterwards?: (tx: Tx, moved: Booking, now: number) => Promise<void>
}

/** A person's move in the call's one transaction; answers the booking as this person sees it afterwards. */
export const runMove = async <Facts = undefined>(
  app: BookingDeps,
  call: MoveCall,
  asked: Asked<Facts>,
): Promise<{ booking: BookingView }> => {
  const demo = await isDemo(app)
  return call.commit(async (tx) => {
    let decidedAt = 0
    const { facts } = asked
    const moved = await executeMove<Facts>(app, tx, {
      id: call.params.id,
      name: asked.name,
      actor: actorOf(call.who),
      address: call.address,
      ...(facts === undefined ? {} : { facts: () => facts(tx) }),
      decide: (booking, now, known) => {
        decidedAt = now
        return asked.decide(booking, now, tx, known)
      },
    })
    if (moved instanceof CommittedRefusal) return moved
    await asked.afterwards?.(tx, moved, decidedAt)
    await app.failpoint.at(`${asked.name}.before_commit`)
    return { booking: await seeBooking(app, tx, moved, call.who, demo, decidedAt) }
  })
}
