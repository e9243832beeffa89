import { AppError } from '@remis/domain/messages/app-error'
import type { Platform } from '../../platform/http/use-case.ts'

/**
 * For a sweep over bookings: logs why one was not moved, so that it does not stop the others. A refusal is logged too:
 * a booking that is refused at every turn stays among the oldest, and a turn full of them would hold up all later ones.
 */
export const logUnmoved =
  ({ log }: Pick<Platform, 'log'>, move: string, booking: string) =>
  (error: unknown): void => {
    if (error instanceof AppError) log.warn({ booking, key: error.key }, `refused to ${move} a booking`)
    else log.error({ err: error, booking }, `could not ${move} a booking`)
  }
