import { AppError, type ErrorStatus } from '../../messages/app-error.ts'
import type { MessageKey } from '../../messages/english.ts'
import type { Booking } from '../booking.ts'
import { mayMove, type TransitionMove } from '../booking-status.ts'
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
  if (actor.kind === 'fleetadmin') return refuse(403, 'forbidden')
  if (actor.kind === 'rider' && booking.customer !== actor.id) return refuse(404, 'not_found')
  if (actor.kind === 'driver' && move !== 'accept' && booking.driver !== actor.id) return refuse(404, 'not_found')
  return mayMove(move, booking.status, actor.kind) ? null : movedOn()
}
