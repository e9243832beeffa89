import { AppError } from '@remis/domain/messages/app-error'

interface Turns {
  /** pieces of work that run at the same time */
  readonly atOnce: number
  /** pieces that may wait for them; a further one is refused */
  readonly waiting: number
  /** seconds, said to the refused */
  readonly retryAfter: number
}

/** Runs costly work in a queue. Throws 503 `busy_try_again` when the queue is full. */
export const inTurn = ({ atOnce, waiting: mostWaiting, retryAfter }: Turns) => {
  let running = 0
  const waiting: (() => void)[] = []

  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running++
      return
    }
    if (waiting.length >= mostWaiting) throw new AppError(503, 'busy_try_again', { extra: { retryAfter } })
    // The finished one passes its place on, so `running` does not change.
    await new Promise<void>((next) => waiting.push(next))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
