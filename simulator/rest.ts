/** Waits that can be cut short: nobody of the fleet ever spins. */
export interface Rest {
  /** Resolves after `ms`, or earlier when woken or stopped. */
  for(ms: number): Promise<void>
  wake(): void
}

export const makeRest = (stopped: AbortSignal): Rest => {
  let wake: (() => void) | undefined
  const rest: Rest = {
    for: (ms) =>
      stopped.aborted
        ? Promise.resolve()
        : new Promise((done) => {
            const timer = setTimeout(() => wake?.(), ms)
            wake = () => {
              clearTimeout(timer)
              wake = undefined
              done()
            }
          }),
    wake: () => wake?.(),
  }
  stopped.addEventListener('abort', () => rest.wake())
  return rest
}
