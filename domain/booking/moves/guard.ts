import type { ErrorStatus } from '../../messages/app-error.ts'
import { AppError } from '../../messages/app-error.ts'
import type { MessageKey } from '../../messages/english.ts'
import type { Booking } from '../booking.ts'
import { mayMove, type TransitionMove } from '../booking-status.ts'
import type { Actor, Refusal } from '../move.ts'

export const refuse = (
  status: ErrorStatus,
  key: MessageKey,
  detail: ConstructorParameters<typeof AppError>[2] = {},
): Refusal => ({ refuse: new AppError(status, key, detail) })

/** The booking is no longer where this move starts: somebody was faster, or it is a late retry (design §6). */
export const movedOn = (): Refusal => refuse(409, 'booking_moved_on')

/**
 * The first question of every move: is the actor this booking's customer or driver (else it does not exist for them,
 * 404), may this kind of actor make the move at all (403), and does it start at the booking's status (409)?
 */
export const guard = (booking: Booking, actor: Actor, move: TransitionMove): Refusal | null => {
  if (actor.kind === 'fleetadmin') return refuse(403, 'forbidden')
  if (actor.kind === 'rider' && booking.customer !== actor.id) return refuse(404, 'not_found')
  if (actor.kind === 'driver' && move !== 'accept' && booking.driver !== actor.id) return refuse(404, 'not_found')
  return mayMove(move, booking.status, actor.kind) ? null : movedOn()
}
