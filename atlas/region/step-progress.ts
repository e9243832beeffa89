/** At most one line of progress in this time, so that a short step is one line. */
const PAUSE_MS = 3_000

/** Below this share the time that is left is a guess. */
const LEAST = 0.02

/**
 * Begins a step of an import: its title is a line, then its share with the time that is left, when it takes long. The
 * time left supposes that the step goes on as it went so far.
 * @returns called with the share that is done, 0 to 1
 */
export const stepProgress = (
  title: string,
  progress: (line: string) => void,
  now: () => number = Date.now,
): ((done: number) => void) => {
  progress(title)
  const began = now()
  let said = began
  return (done) => {
    const time = now()
    if (time - said < PAUSE_MS || done < LEAST || done >= 1) return
    said = time
    const left = ((time - began) / done) * (1 - done)
    progress(`${title}: ${Math.floor(done * 100)} %, about ${spanOf(left)} left`)
  }
}

const spanOf = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
