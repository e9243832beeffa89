/**
 * For a sweep that acts on silence: since when it has run without a gap, ms. It counts again from now after a gap of
 * more than `gapMs` (the database was away, the machine slept), or when the clock was set back. Pass the database's
 * clock: the clock of this process may stop while the machine sleeps.
 */
export const upSince = (gapMs: number): ((now: number) => number) => {
  let since: number | null = null
  let last = 0
  return (now) => {
    if (since === null || now < last || now - last > gapMs) since = now
    last = now
    return since
  }
}
