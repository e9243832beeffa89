/** At most one line of progress in this time, so that a short step is one line. */
const PAUSE_MS = 3_000

/** Below this share the time that is left is a guess. */
const LEAST = 0.02

/**
 * Reports a step of an import: a line with its title, then, if it takes long, lines with its share and the time left.
 * The time left assumes a constant speed.
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
