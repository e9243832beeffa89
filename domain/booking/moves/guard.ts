import { AppError, type ErrorStatus } from '../../messages/app-error.ts'
import type { MessageKey } from '../../messages/english.ts'
import type { Booking } from '../booking.ts'
import { standingOf, type TransitionMove } from '../booking-status.ts'
import type { Actor, Refusal } from '../move.ts'

export const refuse = (
  status: ErrorStatus,
  key: MessageKey,
  detail: ConstructorParameters<typeof AppError>[2] = {},
): Refusal => ({ refuse: new AppError(status, key, detail) })

/** The booking's status changed in the meantime: another actor was faster, or this is a late retry [design/api-15]. */
export const movedOn = (): Refusal => refuse(409, 'booking_moved_on')

/**
 * The first check of every move [design/moves-2]: 403 for a fleet admin, 404 for an actor other than the booking's
 * customer or driver, 409 where the table of moves has no such move from the booking's status for this actor.
 */
export const guard = (booking: Booking, actor: Actor, move: TransitionMove): Refusal | null => {
  switch (standingOf(move, booking, actor)) {
    case 'forbidden':
      return refuse(403, 'forbidden')
    case 'not-theirs':
      return refuse(404, 'not_found')
    case 'moved-on':
      return movedOn()
    case 'allowed':
      return null
  }
}
