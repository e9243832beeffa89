import { AppError } from '@remis/domain/messages/app-error'
import type { Rest } from './rest.ts'

/** The server is away, busy or asks for a pause: the same call may work later. */
const passes = (error: unknown): boolean => error instanceof AppError && (error.status === 503 || error.status === 429)

const longestMs = 8000
/** A fault of the server itself is not tried for ever. */
const triesAtFaults = 5

/**
 * Tries until the server answers for good: over a restart, a lost network, a full queue. Pauses grow from 0.25 to 8 s,
 * with some chance in them so that twelve drivers do not come back in step. Ends with the last error once stopped.
 */
export const patiently = async <T>(work: () => Promise<T>, rest: Rest, stopped: AbortSignal): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const fault = error instanceof AppError && error.key === 'server_error' && tries >= triesAtFaults
      if (!passes(error) || fault || stopped.aborted) throw error
      await rest.for(Math.min(longestMs, 250 * 2 ** tries) * (0.5 + Math.random()))
    }
  }
}
