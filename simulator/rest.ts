/** A wait that can be ended early, so that no driver polls. */
export interface Rest {
  /** Resolves after `ms`, or earlier when woken or stopped. One wait at a time. */
  for(ms: number): Promise<void>
  wake(): void
}

export const makeRest = (stopped: AbortSignal): Rest => {
  let wake: (() => void) | undefined
  return {
    for: (ms) =>
      stopped.aborted
        ? Promise.resolve()
        : new Promise((done) => {
            const end = () => {
              clearTimeout(timer)
              // The signal lasts as long as the fleet, so that listeners left on it would accumulate.
              stopped.removeEventListener('abort', end)
              wake = undefined
              done()
            }
            const timer = setTimeout(end, ms)
            stopped.addEventListener('abort', end)
            wake = end
          }),
    wake: () => wake?.(),
  }
}
