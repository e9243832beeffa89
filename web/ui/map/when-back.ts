/** Calls `again` once: when the network is back, or after `ms`. The answer stops it. */
export const whenBack = (again: () => void, ms: number): (() => void) => {
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('online', call)
  }
  const call = () => {
    stop()
    again()
  }
  const timer = setTimeout(call, ms)
  addEventListener('online', call)
  return stop
}
