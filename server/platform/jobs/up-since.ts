/**
 * For a sweep that judges silence: since when it has run without a pause, ms. A pause of more than `gapMs` (the
 * database was away, the machine slept) starts again, and so does a clock that was set back. Pass the database's clock:
 * the one of this process may stop while the machine sleeps.
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
