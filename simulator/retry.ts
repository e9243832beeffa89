import { AppError } from '@remis/domain/messages/app-error'
import type { Rest } from './rest.ts'

/** The server is unreachable, busy, or limits the rate: the same call may work later. */
const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 503 || error.status === 429)

const longestMs = 8000
/** The number of retries after `server_error`. */
const triesAtFaults = 5

/**
 * Retries across a restart, a lost network, a full queue. Pauses grow from 0.25 to 8 s with jitter, so that the drivers
 * of a fleet do not retry in step. Throws the last error once stopped.
 */
export const retry = async <T>(work: () => Promise<T>, rest: Rest, stopped: AbortSignal): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const fault = error instanceof AppError && error.key === 'server_error' && tries >= triesAtFaults
      if (!isTemporary(error) || fault || stopped.aborted) throw error
      await rest.for(Math.min(longestMs, 250 * 2 ** tries) * (0.5 + Math.random()))
    }
  }
}
