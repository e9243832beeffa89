import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Booking } from '@remis/domain/booking/booking'
import type { Outcome } from '@remis/domain/booking/move'
import type { Tx } from '../platform/database.ts'
import { Refused, type Person } from '../platform/use-case.ts'
import { actorOf } from './actor-of.ts'
import type { BookingNeeds } from './booking-needs.ts'
import { moveBooking } from './move-booking.ts'
import { isDemo, seeBooking } from './see-booking.ts'

/** What a move takes of its call. */
interface MoveCall {
  readonly who: Person
  readonly address: string
  readonly params: { readonly id: string }
  commit<T extends { booking: BookingView }>(work: (tx: Tx) => Promise<T | Refused>): Promise<T>
}

export interface Asked {
  /** names the failpoints */
  readonly name: string
  readonly decide: (booking: Booking, now: number, tx: Tx) => Outcome | Promise<Outcome>
  /** More of the same transaction, once the booking has moved. */
  readonly afterwards?: (tx: Tx, moved: Booking, now: number) => Promise<void>
}

/** A person's move in the call's one transaction; answers the booking as this person sees it afterwards. */
export const makeMove = async (app: BookingNeeds, call: MoveCall, asked: Asked): Promise<{ booking: BookingView }> => {
  const demo = await isDemo(app)
  return call.commit(async (tx) => {
    let decidedAt = 0
    const moved = await moveBooking(app, tx, {
      id: call.params.id,
      name: asked.name,
      actor: actorOf(call.who),
      address: call.address,
      decide: (booking, now) => {
        decidedAt = now
        return asked.decide(booking, now, tx)
      },
    })
    if (moved instanceof Refused) return moved
    await asked.afterwards?.(tx, moved, decidedAt)
    await app.failpoint.at(`${asked.name}.before_commit`)
    return { booking: await seeBooking(app, tx, moved, call.who, demo, decidedAt) }
  })
}
